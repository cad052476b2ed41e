public import Terminal

/// What colours and weights the parts of a scene have. A value made from a theme file, see ``ThemeFile``.
public nonisolated struct Theme: Sendable, Equatable {
  /// What is drawn. The names are those of theme files.
  public enum Role: String, CaseIterable, Sendable {
    /// The frame around a scene, and its title.
    case frame, title
    /// Borders, marks and labels of a field by its status.
    case neutral, valid, invalid
    /// What somebody typed.
    case text
    /// What somebody might type, and the line of keys at the bottom.
    case hint
    /// A button that can be pressed, one that cannot, and whatever of button and checkbox has the focus.
    case button, disabled, focused
  }

  private var styles: [Role: Style] = [:]

  /// Every role in the terminal's plain text, but what has the focus in reverse.
  public init() {
    for role in Role.allCases { styles[role] = Style(attributes: role == .focused ? .reverse : []) }
  }

  /// The style of a role.
  public subscript(role: Role) -> Style {
    get { styles[role, default: .plain] }
    set { styles[role] = newValue }
  }
}
