import Terminal

/// The places of the list's parts on a screen of a given size. A pure function of the size and the lines to show.
///
///     from 16 rows on   title, header, blank, search, rule, table with titles, state, keys
///     from 10 rows on   the same without blank and rule
///     below             search, header or problem, table, keys
///
/// The list is at most ``widest`` wide, in the middle of a wider screen.
struct ActivityLayout: Equatable {
  static let smallest = FormLayout.smallest
  /// The greatest width, with the margins. Wider columns would only be farther apart.
  static let widest = 120

  private(set) var title: Rectangle?
  /// The rows about the time before the sign-in.
  let header: Rectangle
  let search: Rectangle
  private(set) var rule: Rectangle?
  /// Whether the first row of the table shows the titles of the columns.
  let hasTableHead: Bool
  /// The table with its margin.
  let table: Rectangle
  /// The row that shows what is loading, or the number of rows outside of the table.
  private(set) var state: Rectangle?
  /// The rows that say why the list failed to load.
  let problem: Rectangle
  let keys: Rectangle

  /// Nil if the screen is smaller than ``smallest``.
  /// - Parameters:
  ///   - headerLines: The number of lines about the time before the sign-in.
  ///   - problemLines: The number of lines about rows that failed to load.
  init?(size: Size, headerLines: Int, problemLines: Int) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    let isComplete = Self.isComplete(size)
    let isRoomy = size.rows >= 16
    let left = max(0, size.columns - Self.widest) / 2 + ActivityTable.margin
    let columns = Self.textColumns(size)
    func line(_ row: Int, rows: Int = 1) -> Rectangle {
      Rectangle(row: row, column: left, columns: columns, rows: rows)
    }
    keys = line(size.rows - 1)
    let bottom = size.rows - (isComplete ? 2 : 1)
    // The table keeps at least one row, and its day if possible. A problem takes precedence over the header.
    let spare = bottom - (isRoomy ? 7 : isComplete ? 5 : 2)
    let problemRows = min(problemLines, spare, isComplete ? 4 : 2)
    let headerRows = min(headerLines, spare - problemRows, isComplete ? 2 : 1)
    header = line(1, rows: headerRows)
    search = line(isComplete ? 1 + headerRows + (isRoomy ? 1 : 0) : 0)
    if isComplete {
      title = line(0)
      state = line(bottom)
    }
    if isRoomy { rule = line(search.rows.upperBound) }
    hasTableHead = isComplete
    let top = isComplete ? search.rows.upperBound + (isRoomy ? 1 : 0) : 1 + headerRows
    problem = line(bottom - problemRows, rows: problemRows)
    table = Rectangle(
      row: top, column: left - ActivityTable.margin, columns: columns + ActivityTable.margin,
      rows: bottom - problemRows - top)
  }

  /// Whether there is room for more than the search, the table and the keys.
  static func isComplete(_ size: Size) -> Bool { size.rows >= 10 }

  /// The columns of every line. Narrow screens have no margin on the right.
  static func textColumns(_ size: Size) -> Int {
    min(size.columns, widest) - ActivityTable.margin * (size.columns < 40 ? 1 : 2)
  }
}
