import Terminal

/// Where the parts of the list of activity go on a screen of a given size. A pure function of the size and of what there
/// is to say.
///
///     from 16 rows on   title, search box, failures, table with titles, state, keys
///     from 10 rows on   the same with a search line in place of the box
///     below             search line, failures or problem, table, keys
struct ActivityLayout: Equatable {
  static let smallest = FormLayout.smallest

  private(set) var title: Rectangle?
  /// Three rows for a box, or one.
  let search: Rectangle
  let failures: Rectangle
  /// The titles of the columns stand in its first row.
  let hasTableHead: Bool
  let table: Rectangle
  /// What is loading, or which row of how many is selected.
  private(set) var state: Rectangle?
  /// Why rows did not come.
  let problem: Rectangle
  let keys: Rectangle

  /// Nil when the screen is smaller than ``smallest``.
  /// - Parameters:
  ///   - failureLines: How many lines there are to say about attempts that failed.
  ///   - problemLines: How many about rows that did not come.
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
    // At least one row is left to the table; and a problem comes before old news.
    let spare = bottom - top - (isComplete ? 2 : 1)
    let problemRows = min(problemLines, spare, isComplete ? 4 : 2)
    let failureRows = min(failureLines, spare - problemRows, isComplete ? 2 : 1)
    problem = line(bottom - problemRows, rows: problemRows)
    failures = line(top, rows: failureRows)
    table = Rectangle(
      row: top + failureRows, column: 0, columns: size.columns, rows: bottom - problemRows - top - failureRows)
  }
}
