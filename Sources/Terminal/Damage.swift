/// Which cells of a frame changed since it was shown: a span of columns in each row, and the rows that have one, so that
/// showing a single key's change costs the same on every size of screen.
nonisolated struct Damage {
  private var spans: [Range<Int>]
  private(set) var rows: Range<Int>

  /// Everything is damaged at first: nothing was shown yet.
  init(all size: Size) {
    spans = Array(repeating: 0..<size.columns, count: size.rows)
    rows = 0..<size.rows
  }

  /// The damaged columns of a row; empty when there are none.
  subscript(row: Int) -> Range<Int> { spans[row] }

  mutating func add(row: Int, columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    let old = spans[row]
    spans[row] =
      old.isEmpty ? columns : min(old.lowerBound, columns.lowerBound)..<max(old.upperBound, columns.upperBound)
    rows = rows.isEmpty ? row..<row + 1 : min(rows.lowerBound, row)..<max(rows.upperBound, row + 1)
  }

  mutating func clear() {
    for row in rows { spans[row] = 0..<0 }
    rows = 0..<0
  }
}
