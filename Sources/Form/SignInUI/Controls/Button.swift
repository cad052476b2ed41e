import Terminal

/// A button, pressed with Space, Enter or a click: a filled shape at the right end of its space. Where a theme has no
/// colour to fill it with, brackets say that it is enabled.
final class Button: Control {
  /// The cells around the title: a cap and two blanks on each side.
  private static let margin = 6

  var didTap: () -> Void = {}

  var title: String { didSet { measure() } }
  /// The key that presses it, behind the title; nil for none.
  var mark: String? { didSet { measure() } }
  /// Whether there is no room for the mark.
  var isCompact = false { didSet { if isCompact != oldValue { measure() } } }
  var isEnabled = false { didSet { needsDisplay = true } }
  var hasFocus = false { didSet { needsDisplay = true } }
  var needsDisplay = true
  /// The space for the button.
  var rectangle: Rectangle? { didSet { needsDisplay = true } }
  /// The width of the shape.
  private(set) var columns = 0
  /// The same without the mark.
  private(set) var compactColumns = 0

  init(title: String, mark: String? = nil) {
    self.title = title
    self.mark = mark
    measure()
  }

  private func measure() {
    compactColumns = Self.margin + TextWidth.columns(of: title)
    columns = isCompact ? compactColumns : Self.margin + TextWidth.columns(of: words)
    needsDisplay = true
  }

  private var words: String { isCompact ? title : mark.map { "\(title) \($0)" } ?? title }

  func handle(_ key: Key) -> Bool {
    guard key == .character(" ") || key == Key(.enter) else { return false }
    didTap()
    return true
  }

  /// The first letter of the title.
  var reading: Position? {
    rectangle.map { space in
      let column = min(start(in: space) + Self.margin / 2, space.columns.upperBound - 1)
      return Position(row: space.origin.row, column: column)
    }
  }

  func click(at position: Position) {
    if let rectangle, position.column >= start(in: rectangle) { didTap() }
  }

  func draw(in frame: inout Frame, _ look: Look) {
    guard let rectangle else { return }
    let start = start(in: rectangle)
    frame.fill(Rectangle(origin: rectangle.origin, size: Size(columns: start - rectangle.origin.column, rows: 1)))
    var style = look.theme[!isEnabled ? .disabled : hasFocus ? .focused : .button]
    // Not the role `focused`, so that what can't be pressed is never the brightest.
    if hasFocus && !isEnabled { style.attributes.insert(.reverse) }
    var column = start
    func put(_ text: String, _ style: Style) {
      let end = rectangle.columns.upperBound
      column += frame.put(
        text, at: Position(row: rectangle.origin.row, column: column), style: style, columns: end - column)
    }
    let caps = look.buttonCaps(style, isEnabled: isEnabled)
    let capStyle =
      caps.isHalf
      ? Style(foreground: style.fill ?? .terminal, attributes: style.attributes.intersection(.dim)) : style
    put(caps.left, capStyle)
    put("  \(words)  ", style)
    put(caps.right, capStyle)
  }

  private func start(in rectangle: Rectangle) -> Int {
    rectangle.columns.upperBound - min(columns, rectangle.size.columns)
  }
}

extension Look {
  /// The ends of a button: half a filled cell each, a filled cell, or a bracket.
  fileprivate func buttonCaps(_ style: Style, isEnabled: Bool) -> (left: String, right: String, isHalf: Bool) {
    guard theme[.button].fill != nil else { return isEnabled ? ("[", "]", false) : (" ", " ", false) }
    if style.fill != nil, let (left, right) = glyphs.halves { return (left, right, true) }
    return (" ", " ", false)
  }
}

extension Style {
  /// The colour of a filled cell; nil if the style does not fill its cells.
  fileprivate var fill: Colour? {
    attributes.contains(.reverse) ? foreground : background == .terminal ? nil : background
  }
}
