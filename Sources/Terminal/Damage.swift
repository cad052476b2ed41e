/// Which cells of a frame changed since it was shown: a span of columns in each row, and the rows that have one, so that
/// showing a single key's change costs the same on every size of screen.
nonisolated struct Damage {
  private var spans: [Span]
  private(set) var rows: Range<Int>

  /// Everything is damaged at first: nothing was shown yet.
  init(all size: Size) {
    spans = Array(repeating: Span(from: 0, to: size.columns), count: size.rows)
    rows = 0..<size.rows
  }

  /// The damaged columns of a row; empty when there are none.
  subscript(row: Int) -> Range<Int> { spans[row].from..<spans[row].to }

  mutating func add(row: Int, columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    let old = spans[row]
    spans[row] =
      old.from == old.to
      ? Span(from: columns.lowerBound, to: columns.upperBound)
      : Span(from: min(old.from, columns.lowerBound), to: max(old.to, columns.upperBound))
    rows = rows.isEmpty ? row..<row + 1 : min(rows.lowerBound, row)..<max(rows.upperBound, row + 1)
  }

  mutating func clear() {
    for row in rows { spans[row] = Span(from: 0, to: 0) }
    rows = 0..<0
  }

  // Not a range: an array of ranges makes the runtime look for what they range over, which takes as long as a frame.
  private struct Span {
    var from: Int
    var to: Int
  }
}
