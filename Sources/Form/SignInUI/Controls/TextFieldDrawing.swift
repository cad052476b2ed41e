import Secrets
import Sentences
import SignIn
import Terminal

// The drawing of a field.
extension TextField {
  func draw(in frame: inout Frame, _ look: Look) {
    guard let rectangle, let inner else { return }
    if let cells {
      draw(cells, in: &frame, look)
      drawLabel(in: &frame, rectangle, look)
      isInCells = true
      return
    }
    if isInCells {
      frame.fill(rectangle)
      (isInCells, needsDisplay) = (false, true)
    }
    // The label begins in the lower border.
    if stale.contains(.label) { stale.insert(.border) }
    if stale.contains(.border) { drawBorder(in: &frame, rectangle, look) }
    if stale.contains(.text) || stale.contains(.border) { drawLine(in: &frame, inner, look) }
    if !isOneRow && stale.contains(.border) { drawLabel(in: &frame, rectangle, look) }
  }

  private func drawBorder(in frame: inout Frame, _ rectangle: Rectangle, _ look: Look) {
    if isOneRow {
      frame.put(title, at: rectangle.origin, style: look.theme[.accent], columns: rectangle.size.columns)
      return
    }
    frame.box(rectangle, hasFocus ? look.glyphs.focusedField : look.glyphs.frame, look.theme[borderRole])
    var label = look.theme[hasFocus || borderRole == .invalid ? borderRole : .hint]
    if hasFocus { label.attributes.insert(.bold) }
    frame.put(
      " \(title) ", at: Position(row: rectangle.origin.row, column: rectangle.origin.column + 2), style: label,
      columns: max(0, rectangle.size.columns - 6))
    var end = rectangle.columns.upperBound - 2
    for caption in corner(columns: rectangle.size.columns, look).reversed() {
      let start = end - TextWidth.columns(of: caption.text) - 2
      frame.put(
        " \(caption.text) ", at: Position(row: rectangle.origin.row, column: start), style: look.theme[caption.role])
      end = start - 1
    }
  }

  /// The colour of the border tells the status while the user types. A field that is left is quiet, unless something is
  /// wrong with it: so the one that needs the user stands out.
  var borderRole: Theme.Role {
    if refusal != nil || status == .invalid { return .invalid }
    guard hasFocus else { return .neutral }
    return status == .valid ? .valid : .accent
  }

  /// Returns the texts at the right end of the upper border: the seconds that the password stays readable, and the mark
  /// of the status. A refusal has a mark of its own.
  private func corner(columns: Int, _ look: Look) -> [Caption] {
    let isMarked = refusal == nil && (status != .valid || isTickedWhenValid)
    let mark = isMarked ? look.glyphs.mark(of: status).map { [Caption(text: $0, role: status.role)] } ?? [] : []
    guard let secondsRevealed else { return mark }
    let room = columns - 5 - TextWidth.columns(of: title)
    func visible(_ text: String) -> Caption { Caption(text: text, role: .hint) }
    let short = visible(translated("{seconds} s", ["seconds": String(secondsRevealed)]))
    let long = visible(translated("visible {seconds} s", ["seconds": String(secondsRevealed)]))
    return [[long] + mark, [short] + mark].first { choice in
      choice.reduce(0) { $0 + TextWidth.columns(of: $1.text) + 3 } <= room
    } ?? [short]
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
    let style = look.theme[.text]
    frame.put(
      window.start > 0 ? look.glyphs.cutLeft : " ",
      at: Position(row: inner.origin.row, column: inner.origin.column - 1), style: style)
    frame.put(
      isCut ? look.glyphs.cutRight : " ", at: Position(row: inner.origin.row, column: inner.columns.upperBound),
      style: style)
  }

  private func drawPlaceholder(in frame: inout Frame, _ inner: Rectangle, _ look: Look) -> Int {
    frame.put(placeholder, at: inner.origin, style: look.theme[.hint], columns: inner.size.columns)
  }

  private func drawText(in frame: inout Frame, _ inner: Rectangle, _ look: Look) -> Int {
    let (text, style) = (editor.text, look.theme[.text])
    guard isReadable else {
      let dots = min(text.count - window.start, inner.size.columns)
      frame.put(look.glyphs.mask, times: dots, at: inner.origin, style: style)
      return dots
    }
    let visible = text.byteRange(of: window.start..<text.count)
    return text.withUTF8 {
      frame.put(
        utf8: UnsafeBufferPointer(rebasing: $0[visible]), at: inner.origin, style: style, columns: inner.size.columns)
    }
  }
}

extension FieldStatus {
  /// The role of a mark or a message.
  var role: Theme.Role {
    switch self {
    case .neutral: .text
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
