import Terminal

/// A button, pressed with Space, Enter or a click. Brackets around the title say that it is enabled, so that colour is
/// not the only cue.
final class Button: Control {
  var didTap: () -> Void = {}

  var title: String {
    didSet {
      columns = Self.columns(of: title)
      needsDisplay = true
    }
  }
  var isEnabled = false { didSet { needsDisplay = true } }
  var hasFocus = false { didSet { needsDisplay = true } }
  var needsDisplay = true
  /// The space for the button, which is drawn at the right end of it.
  var rectangle: Rectangle? { didSet { needsDisplay = true } }

  init(title: String) {
    self.title = title
    columns = Self.columns(of: title)
  }

  /// The width of `[ title ]`.
  private(set) var columns: Int

  private static func columns(of title: String) -> Int { 4 + TextWidth.columns(of: title) }

  var cursor: Position? { rectangle.map { Position(row: $0.origin.row, column: start(in: $0) + 2) } }

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
    let style = look.theme[hasFocus ? .focused : isEnabled ? .button : .disabled]
    let label = isEnabled ? "[ \(title) ]" : "  \(title)  "
    let start = start(in: rectangle)
    frame.fill(Rectangle(origin: rectangle.origin, size: Size(columns: start - rectangle.origin.column, rows: 1)))
    frame.put(
      label, at: Position(row: rectangle.origin.row, column: start), style: style,
      columns: rectangle.columns.upperBound - start)
  }

  private func start(in rectangle: Rectangle) -> Int {
    rectangle.columns.upperBound - min(columns, rectangle.size.columns)
  }
}
