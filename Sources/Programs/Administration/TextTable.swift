import ProgramSupport
import Terminal
import Unix

/// A table with the most important columns first. The first rows set the widths of the columns. Without a limit, a wider
/// cell in a later row pushes the rest of its row aside. On a terminal it is cut, so that no row wraps. Cells may contain
/// text from outside, so they are cleaned.
struct TextTable {
  private let titles: [String]
  private let kept: Int
  private let cuttable: Set<Int>
  private let room: Int?
  private let cut: String
  /// The fewest columns worth showing of a text that is cut, and of the first one.
  private static let (leastCut, leastFirst) = (8, 4)
  /// The visible columns with their widths; empty before the first row.
  private var columns: [(index: Int, width: Int)] = []

  /// - Parameters:
  ///   - titles: The titles of the columns. The first two are visible in any width.
  ///   - kept: How many columns, from the first, stay visible. The first one is cut to make room for the others.
  ///   - cuttable: The columns that are of use when cut, such as the names of hosts. Half a date is of none.
  ///   - room: The greatest width of the table, in columns of the terminal; nil for no limit.
  ///   - cut: The mark for a cell that is cut.
  init(
    _ titles: [String], keeping kept: Int = 2, cuttable: Set<Int> = [], room: Int? = StandardStreams.columns,
    cut: String = TextLocale.isUTF8 ? "›" : ">"
  ) {
    self.titles = titles
    self.kept = kept
    self.cuttable = cuttable
    self.room = room
    self.cut = cut
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
      return columns.map { column in
        let cell = room == nil ? row[column.index] : row[column.index].cut(to: column.width, mark: cut)
        return column.index == last ? cell : cell.padded(to: column.width)
      }
      .joined(separator: "  ")
    }
  }

  /// Takes the columns that fit. The first one makes room for those that are kept. A later one that is cuttable and too
  /// wide for the rest of the row is cut, if enough remains.
  private mutating func measure(_ rows: [[String]]) {
    var widths = titles.indices.map { index in rows.map { TextWidth.columns(of: $0[index]) }.max() ?? 0 }
    for kept in stride(from: kept, through: 2, by: -1) {
      let rest = widths.prefix(kept).reduce(2 * (kept - 1), +) - widths[0]
      guard let room, widths[0] + rest > room, kept == 2 || Self.leastFirst + rest <= room else { continue }
      widths[0] = min(widths[0], max(Self.leastFirst, room - rest))
      break
    }
    var taken = 0
    for index in titles.indices {
      var width = widths[index]
      let gap = index == 0 ? 0 : 2
      if let room, index >= 2, taken + gap + width > room {
        width = room - taken - gap
        guard cuttable.contains(index), width >= max(Self.leastCut, TextWidth.columns(of: titles[index])) else {
          continue
        }
      }
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
