import Terminal

/// A button, pressed with Space, Enter or a click: a filled shape at the right end of its space. A theme without colours
/// to fill it with has brackets in their place, which say that the button is enabled.
final class Button: Control {
  /// The cells around the title: a cap and two blanks on each side.
  private static let margin = 6

  var didTap: () -> Void = {}

  var title: String {
    didSet {
      columns = Self.margin + TextWidth.columns(of: title)
      needsDisplay = true
    }
  }
  var isEnabled = false { didSet { needsDisplay = true } }
  var hasFocus = false { didSet { needsDisplay = true } }
  var needsDisplay = true
  /// The space for the button.
  var rectangle: Rectangle? { didSet { needsDisplay = true } }
  /// The width of the shape.
  private(set) var columns: Int

  init(title: String) {
    self.title = title
    columns = Self.margin + TextWidth.columns(of: title)
  }

  func handle(_ key: Key) -> Bool {
    guard key == .character(" ") || key == Key(.enter) else { return false }
    didTap()
    return true
  }

  func click(at position: Position) {
    if let rectangle, position.column >= start(in: rectangle) { didTap() }
  }

  func draw(in frame: inout Frame, _ look: Look) {
    guard let rectangle else { return }
    let start = start(in: rectangle)
    frame.fill(Rectangle(origin: rectangle.origin, size: Size(columns: start - rectangle.origin.column, rows: 1)))
    var style = look.theme[hasFocus ? .focused : isEnabled ? .button : .disabled]
    if hasFocus && !isEnabled { style.attributes.insert(.dim) }
    var column = start
    func put(_ text: String, _ style: Style) {
      let end = rectangle.columns.upperBound
      column += frame.put(
        text, at: Position(row: rectangle.origin.row, column: column), style: style, columns: end - column)
    }
    let caps = look.buttonCaps(isEnabled: isEnabled)
    let capStyle =
      caps.isHalf
      ? Style(foreground: style.fill ?? .terminal, attributes: style.attributes.intersection(.dim)) : style
    put(caps.left, capStyle)
    put("  \(title)  ", style)
    put(caps.right, capStyle)
  }

  private func start(in rectangle: Rectangle) -> Int {
    rectangle.columns.upperBound - min(columns, rectangle.size.columns)
  }
}

extension Look {
  /// The ends of a button: half a filled cell each, a filled cell, or a bracket.
  fileprivate func buttonCaps(isEnabled: Bool) -> (left: String, right: String, isHalf: Bool) {
    let isFilled = theme[.button].fill != nil && theme[.disabled].fill != nil
    if isFilled, let (left, right) = glyphs.halves { return (left, right, true) }
    return isEnabled && !isFilled ? ("[", "]", false) : (" ", " ", false)
  }
}

extension Style {
  /// The colour of a filled cell; nil if the style does not fill its cells.
  fileprivate var fill: Colour? {
    attributes.contains(.reverse) ? foreground : background == .terminal ? nil : background
  }
}
