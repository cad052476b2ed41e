import Terminal

/// A part of a form that can have the focus.
protocol Control: AnyObject {
  /// Where it stands, nil when the layout has no room for it.
  var rectangle: Rectangle? { get set }
  var hasFocus: Bool { get set }
  /// Whether it looks different from when it was last drawn.
  var needsDisplay: Bool { get set }

  func draw(in frame: inout Frame, _ look: Look)

  /// Where the terminal's cursor belongs while this has the focus: where the next character goes, or at the first
  /// letter, for input methods and screen readers.
  var cursor: Position? { get }

  /// False when the key means nothing here.
  func handle(_ key: Key) -> Bool

  /// A click on a cell of the rectangle; it has the focus by then.
  func click(at position: Position)
}

/// What everything is drawn with.
public nonisolated struct Look: Sendable {
  let theme: Theme
  let glyphs: Glyphs

  /// - Parameters:
  ///   - theme: Colours and weights.
  ///   - glyphs: Lines and marks.
  public init(theme: Theme, glyphs: Glyphs) {
    self.theme = theme
    self.glyphs = glyphs
  }
}
