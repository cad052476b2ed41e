import Programs
import Terminal
import Unix

/// A table with the most important columns first. The first rows set the widths of the columns. Without a limit, a wider
/// cell in a later row pushes the rest of its row aside. On a terminal it is cut, so that no row wraps. Cells may contain
/// text from outside, so they are cleaned.
struct TextTable {
  private let titles: [String]
  private let cuttable: Set<Int>
  private let room: Int?
  private let cut: String
  /// The fewest columns worth showing of a text that is cut.
  private static let leastCut = 8
  /// The visible columns with their widths; empty before the first row.
  private var columns: [(index: Int, width: Int)] = []

  /// - Parameters:
  ///   - titles: The titles of the columns. The first two columns are always visible.
  ///   - cuttable: The columns that are of use when cut, such as the names of hosts. Half a date is of none.
  ///   - room: The greatest width of the table, in columns of the terminal; nil for no limit.
  ///   - cut: The mark for a cell that is cut.
  init(
    _ titles: [String], cuttable: Set<Int> = [], room: Int? = StandardStreams.columns,
    cut: String = TextLocale.isUTF8 ? "›" : ">"
  ) {
    self.titles = titles
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

  /// Takes the columns that fit. A cuttable one that is too wide for the rest of the row is cut, if enough remains.
  private mutating func measure(_ rows: [[String]]) {
    var taken = 0
    for index in titles.indices {
      var width = rows.map { TextWidth.columns(of: $0[index]) }.max() ?? 0
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
    // The first two columns are always visible. The first makes room for the second.
    if let room, columns.count == 2, taken > room {
      columns[0].width = max(min(Self.leastCut, columns[0].width), columns[0].width - (taken - room))
    }
  }
}

extension String {
  /// This text in at most `columns` columns, with `mark` at its end if it is cut.
  fileprivate func cut(to columns: Int, mark: String) -> String {
    guard TextWidth.columns(of: self) > columns else { return self }
    var text = self
    while !text.isEmpty, TextWidth.columns(of: text + mark) > columns { text.removeLast() }
    return text + mark
  }

  /// This text with blanks after it, as wide as `columns` columns of the terminal.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - TextWidth.columns(of: self)))
  }
}
