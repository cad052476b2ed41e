import Terminal

extension Frame {
  /// Draws the border of `rectangle`, which has at least two rows and two columns. The inside stays as it is.
  mutating func box(_ rectangle: Rectangle, _ lines: Glyphs.Lines, _ style: Style) {
    let inner = rectangle.size.columns - 2
    let (top, bottom) = (rectangle.rows.lowerBound, rectangle.rows.upperBound - 1)
    let (left, right) = (rectangle.columns.lowerBound, rectangle.columns.upperBound - 1)
    func edge(_ row: Int, _ start: String, _ end: String) {
      put(start, at: Position(row: row, column: left), style: style)
      put(lines.horizontal, times: inner, at: Position(row: row, column: left + 1), style: style)
      put(end, at: Position(row: row, column: right), style: style)
    }
    edge(top, lines.topLeft, lines.topRight)
    edge(bottom, lines.bottomLeft, lines.bottomRight)
    for row in rectangle.rows.dropFirst().dropLast() {
      put(lines.vertical, at: Position(row: row, column: left), style: style)
      put(lines.vertical, at: Position(row: row, column: right), style: style)
    }
  }

  /// Draws the title of a scene, and words at the right end of its row. Without room for all of them they are cut, if they
  /// may be, or left out.
  mutating func put(title: String, aside: String, isCut: Bool, in row: Rectangle, _ look: Look) {
    var column = row.origin.column
    func place() -> Position { Position(row: row.origin.row, column: column) }
    column += put(look.glyphs.title, at: place(), style: look.theme[.accent], columns: row.size.columns) + 1
    let room = row.columns.upperBound - column
    put(title, cutBy: look.glyphs, at: place(), style: look.theme[.title], columns: room)
    let rest = room - TextWidth.columns(of: title) - 2
    let wanted = TextWidth.columns(of: aside)
    guard rest >= (isCut ? min(wanted, 8) : wanted) else { return }
    column = row.columns.upperBound - min(wanted, rest)
    put(aside, cutBy: look.glyphs, at: place(), style: look.theme[.hint], columns: rest)
  }

  /// Draws `text` in a row of `columns` and blanks the rest of the row.
  mutating func line(_ text: String, at position: Position, style: Style, columns: Int) {
    let used = put(text, at: position, style: style, columns: columns)
    fill(Rectangle(row: position.row, column: position.column + used, columns: max(0, columns - used), rows: 1))
  }

  /// Draws `text` in at most `columns`. If it needs more, the last one has the mark of a cut.
  mutating func put(_ text: String, cutBy glyphs: Glyphs, at position: Position, style: Style, columns: Int) {
    guard columns > 0 else { return }
    let isCut = TextWidth.columns(of: text) > columns
    put(text, at: position, style: style, columns: columns - (isCut ? 1 : 0))
    if isCut {
      put(glyphs.cutRight, at: Position(row: position.row, column: position.column + columns - 1), style: style)
    }
  }

  /// Draws a sentence in place of a scene, such as that the terminal is too small for it.
  mutating func draw(only sentence: String, _ look: Look) {
    clear()
    (cursor, focus) = (nil, Position(row: 0, column: 0))
    for (row, line) in wrapped(sentence, columns: size.columns).prefix(size.rows).enumerated() {
      put(line, at: Position(row: row, column: 0), style: look.theme[.text])
    }
  }
}
