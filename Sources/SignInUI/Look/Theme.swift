public import Terminal

/// The colours and weights of a scene's parts. ``ThemeFile`` reads one from a file.
public nonisolated struct Theme: Sendable, Equatable {
  /// A part of a scene. Theme files use these names.
  public enum Role: String, CaseIterable, Sendable {
    /// The frame around a panel. The title of a scene, and the names of keys.
    case frame, title
    /// Borders, marks and labels of a field by its status.
    case neutral, valid, invalid
    /// A password that is neither weak nor strong.
    case caution
    /// Text that the user typed.
    case text
    /// Placeholders, hints, and the words in the line of keys.
    case hint
    /// An enabled button, a disabled button, and the button or checkbox that has the focus.
    case button, disabled, focused
  }

  private var styles: [Role: Style] = [:]

  /// Plain text for every role; reverse for the focus.
  public init() {
    for role in Role.allCases { styles[role] = Style(attributes: role == .focused ? .reverse : []) }
  }

  /// The style of a role.
  public subscript(role: Role) -> Style {
    get { styles[role, default: .plain] }
    set { styles[role] = newValue }
  }
}
