/// One report of the mouse.
public nonisolated struct Mouse: Hashable, Sendable {
  /// What it did.
  public enum Action: Hashable, Sendable {
    /// A button went down or up.
    case press(Button), release(Button)
    /// It moved with a button down; only told while the terminal reports that.
    case drag(Button)
    /// It moved with no button down; only told while the terminal reports that.
    case move
    /// One notch of the wheel.
    case wheelUp, wheelDown
  }

  /// Which button.
  public enum Button: Hashable, Sendable {
    /// The one under the index finger, the wheel, and the other.
    case left, middle, right
  }

  /// What it did.
  public var action: Action
  /// The cell it did it in; inside of the screen as the terminal saw it.
  public var position: Position
  /// Keys held meanwhile.
  public var modifiers: Key.Modifiers

  /// Makes a report.
  public init(_ action: Action, at position: Position, _ modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}
