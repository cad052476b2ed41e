import Secrets
import Sentences
import SignIn
import Terminal

// The drawing of a field.
extension TextField {
  func draw(in frame: inout Frame, _ look: Look) {
    guard let rectangle, let inner else { return }
    // A label in the lower border shares its row.
    if messageRow == nil && stale.contains(.label) { stale.insert(.border) }
    if stale.contains(.border) { drawBorder(in: &frame, rectangle, look) }
    if stale.contains(.text) || stale.contains(.border) { drawLine(in: &frame, inner, look) }
    if !isOneRow && (stale.contains(.label) || stale.contains(.border)) { drawLabel(in: &frame, rectangle, look) }
  }

  private func drawBorder(in frame: inout Frame, _ rectangle: Rectangle, _ look: Look) {
    let style = look.theme[status.role]
    if isOneRow {
      frame.put(title, at: rectangle.origin, style: look.theme[.title], columns: rectangle.size.columns)
      return
    }
    frame.box(rectangle, hasFocus ? look.glyphs.focusedField : look.glyphs.field, style)
    frame.put(
      " \(title) ", at: Position(row: rectangle.origin.row, column: rectangle.origin.column + 2),
      style: hasFocus ? look.theme[.title] : style, columns: max(0, rectangle.size.columns - 6))
    if let corner = corner(columns: rectangle.size.columns, look) {
      let end = rectangle.columns.upperBound - 2
      frame.put(
        corner, at: Position(row: rectangle.origin.row, column: end - TextWidth.columns(of: corner)), style: style)
    }
  }

  /// Returns the text at the right end of the upper border: the seconds that the password stays readable, or the mark of
  /// the status.
  private func corner(columns: Int, _ look: Look) -> String? {
    guard let secondsRevealed else { return look.glyphs.mark(of: status).map { " \($0) " } }
    let room = columns - 6 - TextWidth.columns(of: title)
    let words = translated("visible {seconds} s", ["seconds": String(secondsRevealed)])
    return TextWidth.columns(of: words) + 2 <= room ? " \(words) " : " \(secondsRevealed) s "
  }

  private func drawLine(in frame: inout Frame, _ inner: Rectangle, _ look: Look) {
    let (width, columns) = (inner.size.columns, columns)
    if disclosure == .masked && (isRevealed || isSecretShown) {
      isSecretShown = isRevealed
      frame.holdsSecret = isRevealed
    }
    window.follow(editor.cursor, width: width, columns: columns)
    let used = editor.text.isEmpty ? drawPlaceholder(in: &frame, inner, look) : drawText(in: &frame, inner, look)
    frame.fill(Rectangle(row: inner.origin.row, column: inner.origin.column + used, columns: width - used, rows: 1))
    let isCut = window.isCut(count: editor.text.count, width: width, columns: columns)
    frame.put(
      window.start > 0 ? look.glyphs.cutLeft : " ",
      at: Position(row: inner.origin.row, column: inner.origin.column - 1), style: look.theme[.text])
    frame.put(
      isCut ? look.glyphs.cutRight : " ", at: Position(row: inner.origin.row, column: inner.columns.upperBound),
      style: look.theme[.text])
  }

  private func drawPlaceholder(in frame: inout Frame, _ inner: Rectangle, _ look: Look) -> Int {
    frame.put(placeholder, at: inner.origin, style: look.theme[.hint], columns: inner.size.columns)
  }

  private func drawText(in frame: inout Frame, _ inner: Rectangle, _ look: Look) -> Int {
    let (text, style) = (editor.text, look.theme[.text])
    guard isReadable else {
      let dots = min(text.count - window.start, inner.size.columns)
      for dot in 0..<dots {
        frame.put(
          look.glyphs.mask, at: Position(row: inner.origin.row, column: inner.origin.column + dot), style: style)
      }
      return dots
    }
    let visible = text.byteRange(of: window.start..<text.count)
    return text.withUTF8 {
      frame.put(
        utf8: UnsafeBufferPointer(rebasing: $0[visible]), at: inner.origin, style: style, columns: inner.size.columns)
    }
  }

  // MARK: The label

  /// A text to show below the field, and its look.
  struct Saying: Equatable {
    let text: String
    let role: Theme.Role
  }

  /// All texts to show, the most urgent first.
  private var sayings: [Saying] {
    [
      message.map { Saying(text: $0, role: status.role) }, notice.map { Saying(text: $0.sentence, role: .hint) },
      (hasFocus ? note : noteAway ?? note).map { Saying(text: $0, role: .hint) },
    ].compactMap { $0 }
  }

  /// The text that the form must show for the focused field: a text too long for the label, or a notice whose place a
  /// message has taken.
  var overflow: Saying? {
    guard message != nil || notice != nil || note != nil else { return nil }
    let sayings = sayings
    guard let first = sayings.first, hasRoom(for: first.text) else { return sayings.first }
    return message != nil && notice != nil ? sayings[1] : nil
  }

  /// A text too long for its place is cut. While the field has the focus, the form shows that text in full instead.
  private func drawLabel(in frame: inout Frame, _ rectangle: Rectangle, _ look: Look) {
    let saying = sayings.first.flatMap { hasFocus && !hasRoom(for: $0.text) ? nil : $0 }
    let text = saying?.text ?? ""
    let style = look.theme[saying?.role ?? status.role]
    if let messageRow {
      frame.line(text, at: messageRow.origin, style: style, columns: messageRow.size.columns)
    } else if !text.isEmpty {
      frame.put(
        " \(text) ", at: Position(row: rectangle.rows.upperBound - 1, column: rectangle.origin.column + 2),
        style: style, columns: rectangle.size.columns - 4)
    }
  }

  /// Whether a message fits in full where the field shows it.
  private func hasRoom(for message: String) -> Bool {
    let room = messageRow?.size.columns ?? rectangle.map { $0.size.columns - 6 } ?? 0
    // No character takes more columns than bytes.
    return message.utf8.count <= room || TextWidth.columns(of: message) <= room
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
