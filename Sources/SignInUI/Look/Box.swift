import Terminal

extension Frame {
  /// Draws the border of `rectangle`, which has at least two rows and two columns. The inside stays as it is.
  mutating func box(_ rectangle: Rectangle, _ lines: Glyphs.Lines, _ style: Style) {
    let inner = rectangle.size.columns - 2
    let (top, bottom) = (rectangle.rows.lowerBound, rectangle.rows.upperBound - 1)
    let (left, right) = (rectangle.columns.lowerBound, rectangle.columns.upperBound - 1)
    let line = String(repeating: lines.horizontal, count: max(0, inner))
    put(lines.topLeft + line + lines.topRight, at: Position(row: top, column: left), style: style)
    for row in rectangle.rows.dropFirst().dropLast() {
      put(lines.vertical, at: Position(row: row, column: left), style: style)
      put(lines.vertical, at: Position(row: row, column: right), style: style)
    }
    put(lines.bottomLeft + line + lines.bottomRight, at: Position(row: bottom, column: left), style: style)
  }

  /// Draws `text` in a row of `columns` and blanks the rest of the row.
  mutating func line(_ text: String, at position: Position, style: Style, columns: Int) {
    let used = put(text, at: position, style: style, columns: columns)
    fill(Rectangle(row: position.row, column: position.column + used, columns: max(0, columns - used), rows: 1))
  }
}
