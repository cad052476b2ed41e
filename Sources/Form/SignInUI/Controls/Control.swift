import Terminal

/// A part of a form that can have the focus.
protocol Control: AnyObject {
  /// The place on the screen; nil if the layout has no room.
  var rectangle: Rectangle? { get set }
  var hasFocus: Bool { get set }
  /// Whether it can have the focus at all.
  var takesFocus: Bool { get }
  /// Whether the control looks different from when it was last drawn.
  var needsDisplay: Bool { get set }

  func draw(in frame: inout Frame, _ look: Look)

  /// Returns false if the key means nothing here.
  func handle(_ key: Key) -> Bool

  /// The cell that a screen reader reads from while the control has the focus; nil if it is not on the screen.
  var reading: Position? { get }

  /// Handles a click on a cell of the rectangle. The control has the focus by then.
  func click(at position: Position)
}

extension Control {
  var takesFocus: Bool { true }
  var reading: Position? { rectangle?.origin }
}

/// The theme and the glyphs of everything that is drawn. A class, because each control is handed it at each key.
public nonisolated final class Look: Sendable {
  let theme: Theme
  let glyphs: Glyphs
  let hasColours: Bool

  /// - Parameters:
  ///   - theme: The colours and weights.
  ///   - glyphs: The lines and marks.
  ///   - hasColours: Whether colours are shown at all.
  public init(theme: Theme, glyphs: Glyphs, hasColours: Bool = true) {
    self.theme = theme
    self.glyphs = glyphs
    self.hasColours = hasColours
  }
}
