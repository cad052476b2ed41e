import Terminal

/// What a scene shows, and what it does with keys.
protocol SceneView: AnyObject {
  /// Takes what the terminal, or the person at it, did.
  func handle(_ event: Event)
  /// The screen has this size from now on; everything is drawn anew.
  func resize(to size: Size)
  /// What must be read before anything else, in place of the line of keys.
  var notice: String? { get set }
  /// Draws what has changed since the last time.
  func draw(in frame: inout Frame)
}
