import Terminal

/// A choice that is on or off. Space or a click asks to change it.
final class Checkbox: Control {
  var title: String {
    didSet {
      columns = Self.columns(of: title)
      needsDisplay = true
    }
  }
  var didTap: () -> Void = {}

  var isChecked = false { didSet { needsDisplay = true } }
  var hasFocus = false { didSet { needsDisplay = true } }
  var needsDisplay = true
  var rectangle: Rectangle? { didSet { needsDisplay = true } }

  /// The width of `[ ] ` and the title. Each key asks for it.
  private(set) var columns: Int

  init(title: String) {
    self.title = title
    columns = Self.columns(of: title)
  }

  private static func columns(of title: String) -> Int { 4 + TextWidth.columns(of: title) }

  func handle(_ key: Key) -> Bool {
    guard key == .character(" ") else { return false }
    didTap()
    return true
  }

  /// The tick.
  var reading: Position? { rectangle.map { Position(row: $0.origin.row, column: $0.origin.column + 1) } }

  func click(at position: Position) {
    didTap()
  }

  func draw(in frame: inout Frame, _ look: Look) {
    guard let rectangle else { return }
    let box = "[\(isChecked ? look.glyphs.ticked : " ")] "
    let used = frame.put(
      box, at: rectangle.origin, style: look.theme[hasFocus ? .focused : .text], columns: rectangle.size.columns)
    frame.put(
      title, at: Position(row: rectangle.origin.row, column: rectangle.origin.column + used),
      style: look.theme[hasFocus ? .focused : .hint], columns: rectangle.size.columns - used)
  }
}
