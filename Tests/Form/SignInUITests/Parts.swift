import Terminal

/// A harness whose screen is a plain value. A test finds parts by their words, not by rows and columns, so it survives
/// a new layout.
protocol DrawnScreen {
  /// The screen as the user sees it.
  var drawn: Frame { get }
  func send(_ event: Event)
}

extension Play: DrawnScreen {}

extension DrawnScreen {
  /// The colour of the border around the field with this title; nil unless the whole border has one colour.
  func border(of title: String) -> Colour? {
    let frame = drawn
    let colours = frame.box(titled: title)?.border.map { frame[$0].style.foreground }
    return colours.flatMap { Set($0).count == 1 ? $0.first : nil }
  }

  /// The text in the field with this title, with the marks of cut text, without surrounding blanks.
  func text(in title: String) -> String? {
    let frame = drawn
    return frame.box(titled: title).map { box in
      frame.text(row: box.text.row, columns: box.left + 1..<box.right).trimming(" ")
    }
  }

  /// The message of the field with this title, with its mark: in the rows below it up to a blank one, and before them in
  /// the lower border, where the rows are few.
  func label(of title: String) -> String? {
    let frame = drawn
    return frame.box(titled: title).map { box in
      let first = frame.text(row: box.bottom, columns: box.left + 1..<box.right).trimming(Box.lines + " ")
      let below = (box.bottom + 1..<frame.size.rows).map { frame.text(row: $0, columns: box.left..<box.right + 1) }
        .prefix { $0.hasPrefix(" ") && !$0.trimming(" ").isEmpty }
      return ([first] + below.map { $0.trimming(" ") }).filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }

  /// The columns of text before the cursor in the field with this title; nil if the cursor is elsewhere.
  func cursor(in title: String) -> Int? {
    let frame = drawn
    guard let box = frame.box(titled: title), let cursor = frame.cursor, box.holds(cursor) else { return nil }
    return cursor.column - box.text.column
  }

  /// The focus: the title of the field with the cursor, or the words of a control.
  var focus: String? {
    let frame = drawn
    if let cursor = frame.cursor, let field = frame.boxes.last(where: { $0.holds(cursor) }) { return field.title }
    let words = frame.positions.filter { frame[$0].style.attributes.contains(.reverse) }
      .map { frame[$0].text }
    return words.isEmpty ? nil : words.joined().trimming(" ")
  }

  /// The style of the first occurrence of a text.
  /// - Parameter line: Another text in the same row.
  func style(of text: String, in line: String = "") -> Style? {
    let frame = drawn
    return frame.place(of: text, in: line).map { frame[$0].style }
  }

  /// The underlined text in the first row that contains `line`.
  func underlined(in line: String) -> String {
    let frame = drawn
    guard let row = frame.place(of: line)?.row else { return "" }
    return frame.positions.filter { $0.row == row && frame[$0].style.attributes.contains(.underline) }
      .map { frame[$0].text }.joined()
  }

  /// The rows whose first cell has such a style.
  func lines(where isMeant: (Style) -> Bool) -> [String] {
    let frame = drawn
    return (0..<frame.size.rows).filter { isMeant(frame[Position(row: $0, column: 0)].style) }
      .map { frame.text(row: $0, columns: 0..<frame.size.columns) }
  }

  /// Clicks on a text.
  func click(on text: String) {
    if let place = drawn.place(of: text) { send(.mouse(Mouse(.press(.left), at: place))) }
  }

  /// Clicks into the field with this title, after this many columns of its text.
  func click(in title: String, behind columns: Int) {
    guard let start = drawn.box(titled: title)?.text else { return }
    send(.mouse(Mouse(.press(.left), at: Position(row: start.row, column: start.column + columns))))
  }
}

/// A drawn box with a title in its upper border.
private struct Box {
  let title: String
  let top: Int
  let left: Int
  let bottom: Int
  let right: Int
  /// The cells of the border that hold no words.
  let border: [Position]

  static let lines = "─━═-="
  static let sides = "│┃║|"
  static let corners = "┌┐└┘┏┓┗┛╭╮╰╯+"

  /// The first cell of a field's text.
  var text: Position { Position(row: top + 1, column: left + 2) }

  /// Whether the box is a field of one line and this position is in that line.
  func holds(_ position: Position) -> Bool {
    bottom == top + 2 && position.row == top + 1 && (left + 1..<right).contains(position.column)
  }
}

extension Frame {
  fileprivate var positions: [Position] {
    (0..<size.rows).flatMap { row in (0..<size.columns).map { Position(row: row, column: $0) } }
  }

  /// The text of some columns of a row.
  fileprivate func text(row: Int, columns: Range<Int>) -> String {
    guard row < size.rows else { return "" }
    return columns.clamped(to: 0..<size.columns).map { self[Position(row: row, column: $0)].text }.joined()
  }

  /// The start of a text, in the first row that contains both texts.
  fileprivate func place(of text: String, in line: String = "") -> Position? {
    for row in 0..<size.rows {
      let whole = self.text(row: row, columns: 0..<size.columns)
      guard whole.contains(line), let start = whole.firstRange(of: text)?.lowerBound else { continue }
      let column = (0..<size.columns).last { self.text(row: row, columns: 0..<$0) == whole[..<start] }
      return column.map { Position(row: row, column: $0) }
    }
    return nil
  }

  fileprivate func box(titled title: String) -> Box? { boxes.first { $0.title == title } }

  /// All boxes with a title; an inner box comes after its outer box.
  fileprivate var boxes: some BidirectionalCollection<Box> {
    positions.lazy.compactMap { box(at: $0) }
  }

  private func box(at corner: Position) -> Box? {
    let (top, left) = (corner.row, corner.column)
    guard has(Box.corners, top, left), has(Box.lines, top, left + 1), has(Box.sides, top + 1, left),
      let right = (left + 1..<size.columns).first(where: { has(Box.corners, top, $0) }),
      let bottom = (top + 1..<size.rows).first(where: { !has(Box.sides, $0, left) })
    else { return nil }
    let upper = text(row: top, columns: left + 2..<right)
    let title = upper.prefix(upTo: upper.firstRange(of: /\ [─━═=-]/)?.lowerBound ?? upper.endIndex)
    let ends = [top, bottom].flatMap { row in (left...right).map { Position(row: row, column: $0) } }
    let sides = (top + 1..<bottom).flatMap { row in [left, right].map { Position(row: row, column: $0) } }
    let border = (ends + sides).filter { has(Box.lines + Box.sides + Box.corners, $0.row, $0.column) }
    return Box(
      title: String(title).trimming(" "), top: top, left: left, bottom: bottom, right: right, border: border)
  }

  private func has(_ glyphs: String, _ row: Int, _ column: Int) -> Bool {
    guard row < size.rows && column < size.columns else { return false }
    return self[Position(row: row, column: column)].scalars.first.map(glyphs.unicodeScalars.contains) ?? false
  }
}

extension Cell {
  fileprivate var text: String { String(String.UnicodeScalarView(scalars)) }
}

extension String {
  fileprivate func trimming(_ ends: String) -> String {
    String(drop(while: ends.contains).reversed().drop(while: ends.contains).reversed())
  }
}
