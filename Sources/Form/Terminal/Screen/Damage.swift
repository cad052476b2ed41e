/// The cells of a frame that changed since it was shown: a span of columns in each row, and the range of rows with a
/// span. So showing the change of a single key costs the same on every size of screen.
nonisolated struct Damage {
  /// Not ranges: to make an array of those, Swift would search all conformances of the program.
  private var spans: [Span]
  private(set) var rows: Range<Int>

  /// Marks everything as damaged: nothing was shown yet.
  init(all size: Size) {
    spans = Array(repeating: Span(0..<size.columns), count: size.rows)
    rows = 0..<size.rows
  }

  /// The damaged columns of a row; empty if there are none.
  subscript(row: Int) -> Range<Int> { spans[row].columns }

  mutating func add(row: Int, columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    spans[row] = Span(Self.cover(spans[row].columns, columns))
    rows = Self.cover(rows, row..<row + 1)
  }

  mutating func clear() {
    for row in rows { spans[row] = Span(0..<0) }
    rows = 0..<0
  }

  /// Returns the smallest range that contains both.
  private static func cover(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
    one.isEmpty ? other : min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
  }

  private struct Span {
    let first: Int
    let end: Int

    init(_ columns: Range<Int>) { (first, end) = (columns.lowerBound, columns.upperBound) }

    var columns: Range<Int> { first..<end }
  }
}
