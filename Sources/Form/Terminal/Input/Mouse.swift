/// One report of the mouse.
public nonisolated struct Mouse: Hashable, Sendable {
  /// An action of the mouse.
  public enum Action: Hashable, Sendable {
    /// A button went down or up.
    case press(Button), release(Button)
    /// The mouse moved with a button down. Sent only while the terminal reports it.
    case drag(Button)
    /// The mouse moved with no button down. Sent only while the terminal reports it.
    case move
    /// One notch of the wheel.
    case wheelUp, wheelDown
  }

  /// A button of the mouse.
  public enum Button: Hashable, Sendable {
    /// The button under the index finger, the wheel, and the other button.
    case left, middle, right
  }

  /// The action of the mouse.
  public var action: Action
  /// The cell of the action, inside the screen as the terminal saw it.
  public var position: Position
  /// The keys held meanwhile.
  public var modifiers: Key.Modifiers

  /// Whether a button went up.
  public var isRelease: Bool {
    if case .release = action { true } else { false }
  }

  /// Creates a report.
  public init(_ action: Action, at position: Position, _ modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}
