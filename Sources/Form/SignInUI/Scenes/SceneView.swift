import Terminal

/// The view of a scene: shows it, and handles its keys.
protocol SceneView: AnyObject {
  /// Handles an event from the terminal or the user.
  func handle(_ event: Event)
  /// Fits the scene to a new screen size. Everything is drawn again.
  func resize(to size: Size)
  /// An urgent sentence, shown in place of the line of keys; nil for none.
  var notice: String? { get set }
  /// Whether it takes the mouse, which otherwise selects text in the terminal.
  var takesMouse: Bool { get }
  /// The theme and the glyphs. Everything is drawn again when they change.
  var look: Look { get set }
  /// Draws what has changed since the last call.
  func draw(in frame: inout Frame)
}

extension SceneView {
  var takesMouse: Bool { true }
}
