import Terminal

/// The places of the list's parts on a screen of a given size. A pure function of the size and the lines to show.
///
///     from 16 rows on   title, search box, failures, table with titles, state, keys
///     from 10 rows on   the same with a search line in place of the box
///     below             search line, failures or problem, table, keys
struct ActivityLayout: Equatable {
  static let smallest = FormLayout.smallest

  private(set) var title: Rectangle?
  /// Three rows for a box, or one row.
  let search: Rectangle
  let failures: Rectangle
  /// Whether the first row of the table shows the titles of the columns.
  let hasTableHead: Bool
  let table: Rectangle
  /// The row that shows what is loading, or the selected row and the count of rows.
  private(set) var state: Rectangle?
  /// The rows that say why the list failed to load.
  let problem: Rectangle
  let keys: Rectangle

  /// Nil if the screen is smaller than ``smallest``.
  /// - Parameters:
  ///   - failureLines: The number of lines about failed attempts.
  ///   - problemLines: The number of lines about rows that failed to load.
  init?(size: Size, failureLines: Int, problemLines: Int) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    let isComplete = size.rows >= 10
    var top = 0
    var bottom = size.rows
    func line(_ row: Int, rows: Int = 1) -> Rectangle {
      Rectangle(row: row, column: 1, columns: size.columns - 2, rows: rows)
    }
    if isComplete {
      title = line(0)
      top = 1
    }
    let isBox = size.rows >= 16
    search = isBox ? Rectangle(row: top, column: 0, columns: size.columns, rows: 3) : line(top)
    top += search.size.rows
    bottom -= 1
    keys = line(bottom)
    if isComplete {
      bottom -= 1
      state = line(bottom)
    }
    hasTableHead = isComplete
    // The table keeps at least one row. A problem takes precedence over old failures.
    let spare = bottom - top - (isComplete ? 2 : 1)
    let problemRows = min(problemLines, spare, isComplete ? 4 : 2)
    let failureRows = min(failureLines, spare - problemRows, isComplete ? 2 : 1)
    problem = line(bottom - problemRows, rows: problemRows)
    failures = line(top, rows: failureRows)
    table = Rectangle(
      row: top + failureRows, column: 0, columns: size.columns, rows: bottom - problemRows - top - failureRows)
  }
}
