public import Terminal

/// The colours and weights of a scene's parts. ``ThemeFile`` reads one from a file.
public nonisolated struct Theme: Sendable, Equatable {
  /// A part of a scene. Theme files use the names of the cases.
  public enum Role: Int, CaseIterable, Sendable {
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

    /// The names, in the order of the cases.
    static let names = [
      "frame", "title", "neutral", "valid", "invalid", "caution", "text", "hint", "button", "disabled", "focused",
    ]

    /// The role of that name; nil if there is none.
    init?(named name: String) {
      guard let index = Self.names.firstIndex(of: name) else { return nil }
      self.init(rawValue: index)
    }
  }

  /// In the order of the roles. A role is its own index, so that no key has to hash it.
  private var styles: [Style]

  /// Plain text for every role; reverse for the focus.
  public init() {
    styles = Role.allCases.map { Style(attributes: $0 == .focused ? .reverse : []) }
  }

  /// The style of a role.
  public subscript(role: Role) -> Style {
    get { styles[role.rawValue] }
    set { styles[role.rawValue] = newValue }
  }
}
