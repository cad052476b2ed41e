import SignInUI
import Terminal

/// A table with the most important columns first. The first rows set the widths of the columns. A wider cell in a later
/// row pushes the rest of its row aside. Cells may contain text from outside, so they are cleaned.
struct TextTable {
  private let titles: [String]
  private let room: Int?
  /// The visible columns with their widths; empty before the first row.
  private var columns: [(index: Int, width: Int)] = []

  /// - Parameters:
  ///   - titles: The titles of the columns. The first two columns are always visible.
  ///   - room: The greatest width of the table, in columns of the terminal; nil for no limit.
  init(_ titles: [String], room: Int? = StandardStreams.columns) {
    self.titles = titles
    self.room = room
  }

  /// Whether the table has no rows yet.
  var isEmpty: Bool { columns.isEmpty }

  /// The next rows as lines, under the titles if they are the first.
  mutating func lines(_ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let rows = (isEmpty ? [titles] : []) + rows.map { $0.map(Sanitiser.cleaned) }
    if isEmpty { measure(rows) }
    return rows.map { row in
      let last = columns.last?.index
      return columns.map { $0.index == last ? row[$0.index] : row[$0.index].padded(to: $0.width) }
        .joined(separator: "  ")
    }
  }

  private mutating func measure(_ rows: [[String]]) {
    var taken = 0
    for index in titles.indices {
      let width = rows.map { TextWidth.columns(of: $0[index]) }.max() ?? 0
      let gap = index == 0 ? 0 : 2
      guard index < 2 || taken + gap + width <= room ?? .max else { continue }
      columns.append((index, width))
      taken += gap + width
    }
  }
}

extension String {
  /// This text with blanks after it, as wide as `columns` columns of the terminal.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - TextWidth.columns(of: self)))
  }
}
