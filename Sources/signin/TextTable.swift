import SignInUI
import Terminal

/// A table, the most important columns first. The first rows decide how wide columns are: a wider cell that comes later
/// pushes the rest of its row aside. What stands in a cell may come from outside: it is cleaned.
struct TextTable {
  private let titles: [String]
  private let room: Int?
  /// The columns that are shown, with their widths; empty before the first row.
  private var columns: [(index: Int, width: Int)] = []

  /// - Parameters:
  ///   - titles: The heads of the columns. The first two are always shown.
  ///   - room: How wide the table may be, in columns of the terminal; nil for as wide as it is.
  init(_ titles: [String], room: Int? = StandardStreams.columns) {
    self.titles = titles
    self.room = room
  }

  /// Whether no row has come.
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
  /// With blanks behind it, as wide as that many columns of the terminal.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - TextWidth.columns(of: self)))
  }
}
