import Secrets
import SignIn
import Terminal

/// A line to type in: a border that shows the state, the text, and a message below.
final class TextField: Control {
  /// How the text is shown.
  enum Disclosure {
    case plain
    /// One dot for each character.
    case masked
  }

  let title: String
  let editor: LineEditor
  private let disclosure: Disclosure

  /// The text has changed, by whomever.
  var didChange: (GuardedText) -> Void = { _ in }

  var status = FieldStatus.neutral { didSet { needsDisplay = true } }
  var message: String? { didSet { needsDisplay = true } }
  var hasFocus = false { didSet { needsDisplay = true } }
  var needsDisplay = true

  /// The three rows of the border and the text.
  var rectangle: Rectangle? { didSet { needsDisplay = true } }
  /// The row of the message; nil puts it into the lower border.
  var messageRow: Rectangle? { didSet { needsDisplay = true } }

  /// The first character that is shown.
  private var scroll = 0
  private var isPasting = false
  private var isChangedByPaste = false

  init(title: String, disclosure: Disclosure, capacity: Int) {
    self.title = title
    self.disclosure = disclosure
    editor = LineEditor(capacity: capacity, words: disclosure == .plain ? .separate : .one)
  }

  // MARK: Changing the text

  func handle(_ key: Key) -> Bool {
    guard let command = EditCommand(key) else { return false }
    if editor.perform(command) { didChange(editor.text) }
    needsDisplay = true
    return true
  }

  /// Takes the events of a paste, which is one change however long it is. Control bytes and line ends stay out.
  func paste(_ event: Event) {
    switch event {
    case .pasteBegan:
      (isPasting, isChangedByPaste) = (true, false)
    case .pasted(let scalar) where isPasting && !Self.isControl(scalar):
      isChangedByPaste = editor.perform(.insert(scalar)) || isChangedByPaste
    case .pasteEnded where isPasting:
      isPasting = false
      needsDisplay = true
      if isChangedByPaste { didChange(editor.text) }
    default: break
    }
  }

  func setText(_ text: String) {
    guard editor.replaceAll(with: text) else { return }
    needsDisplay = true
    didChange(editor.text)
  }

  func wipe() {
    editor.wipe()
    needsDisplay = true
    didChange(editor.text)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  // MARK: Showing it

  var cursor: Position? {
    guard let inner else { return nil }
    return Position(row: inner.origin.row, column: inner.origin.column + columns(scroll..<editor.cursor))
  }

  func click(at position: Position) {
    guard let inner else { return }
    var index = scroll
    while index < editor.text.count, inner.origin.column + columns(scroll..<index + 1) <= position.column { index += 1 }
    editor.moveCursor(to: index)
    needsDisplay = true
  }

  func draw(in frame: inout Frame, _ look: Look) {
    guard let rectangle, let inner else { return }
    let style = look.theme[status.role]
    frame.box(rectangle, hasFocus ? look.glyphs.focusedField : look.glyphs.field, style)
    frame.put(
      " \(title) ", at: Position(row: rectangle.origin.row, column: rectangle.origin.column + 2),
      style: hasFocus ? look.theme[.title] : style, columns: max(0, rectangle.size.columns - 6))
    if let mark = look.glyphs.mark(of: status) {
      frame.put(
        " \(mark) ", at: Position(row: rectangle.origin.row, column: rectangle.columns.upperBound - 5), style: style)
    }
    scrollToCursor(columns: inner.size.columns)
    drawText(in: &frame, inner, look)
    drawMessage(in: &frame, rectangle, style)
  }

  private func drawText(in frame: inout Frame, _ inner: Rectangle, _ look: Look) {
    let style = look.theme[.text]
    var used = 0
    switch disclosure {
    case .masked:
      let dots = min(editor.text.count - scroll, inner.size.columns)
      while used < dots {
        frame.put(
          look.glyphs.mask, at: Position(row: inner.origin.row, column: inner.origin.column + used), style: style)
        used += 1
      }
    case .plain:
      let visible = editor.text.byteRange(of: scroll..<editor.text.count)
      used = editor.text.withUTF8 { utf8 in
        frame.put(
          utf8: UnsafeBufferPointer(rebasing: utf8[visible]), at: inner.origin, style: style,
          columns: inner.size.columns)
      }
    }
    frame.fill(
      Rectangle(
        row: inner.origin.row, column: inner.origin.column + used, columns: inner.size.columns - used, rows: 1))
    let (left, right) = (inner.origin.column - 1, inner.columns.upperBound)
    frame.put(scroll > 0 ? look.glyphs.cutLeft : " ", at: Position(row: inner.origin.row, column: left), style: style)
    frame.put(
      isCut(at: inner.size.columns) ? look.glyphs.cutRight : " ", at: Position(row: inner.origin.row, column: right),
      style: style)
  }

  /// A message that is too long for its place is shown whole by the form while this has the focus, and cut otherwise.
  private func drawMessage(in frame: inout Frame, _ rectangle: Rectangle, _ style: Style) {
    let text = message.map { hasFocus && !hasRoom(for: $0) ? "" : $0 } ?? ""
    if let messageRow {
      frame.line(text, at: messageRow.origin, style: style, columns: messageRow.size.columns)
    } else if !text.isEmpty {
      frame.put(
        " \(text) ", at: Position(row: rectangle.rows.upperBound - 1, column: rectangle.origin.column + 2),
        style: style, columns: rectangle.size.columns - 4)
    }
  }

  /// Whether a message can be read as a whole where the field shows it.
  func hasRoom(for message: String) -> Bool {
    let room = messageRow?.size.columns ?? rectangle.map { $0.size.columns - 6 } ?? 0
    return TextWidth.columns(of: message) <= room
  }

  /// Where the text goes: a blank, or the mark that it is cut, stands between it and the border.
  private var inner: Rectangle? {
    rectangle.map {
      Rectangle(row: $0.origin.row + 1, column: $0.origin.column + 2, columns: $0.size.columns - 4, rows: 1)
    }
  }

  /// Keeps the cursor in sight, with room for it behind the last character. Looks at no more characters than are shown,
  /// however long the text is.
  private func scrollToCursor(columns width: Int) {
    guard scroll == 0 || editor.cursor > scroll else {
      scroll = max(0, editor.cursor - width / 3)
      return
    }
    var start = editor.cursor
    var used = 0
    while start > scroll {
      used += columns(start - 1..<start)
      if used >= width { break }
      start -= 1
    }
    scroll = start
  }

  /// Whether the text goes on behind what is shown.
  private func isCut(at width: Int) -> Bool {
    var used = 0
    var index = scroll
    while index < editor.text.count, used <= width {
      used += columns(index..<index + 1)
      index += 1
    }
    return used > width
  }

  private func columns(_ range: Range<Int>) -> Int {
    guard disclosure == .plain, !range.isEmpty else { return range.count }
    let bytes = editor.text.byteRange(of: range)
    return editor.text.withUTF8 { TextWidth.columns(ofUTF8: UnsafeBufferPointer(rebasing: $0[bytes])) }
  }
}

extension FieldStatus {
  var role: Theme.Role {
    switch self {
    case .neutral: .neutral
    case .valid: .valid
    case .invalid: .invalid
    }
  }
}

extension Glyphs {
  func mark(of status: FieldStatus) -> String? {
    switch status {
    case .neutral: nil
    case .valid: valid
    case .invalid: invalid
    }
  }
}
