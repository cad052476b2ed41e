public import Terminal

/// The colours and weights of a scene's parts. ``ThemeFile`` reads one from a file.
public nonisolated struct Theme: Sendable, Equatable {
  /// A part of a scene. Theme files use the names of the cases.
  public enum Role: Int, CaseIterable, Sendable {
    /// Cells with nothing on them, and the colours of every look that names none: what the terminal's own are otherwise.
    case screen
    /// The frame around a panel. The title of a scene, and the names of keys.
    case frame, title
    /// The one colour that leads the eye: the mark of the title, the field that has the focus, the selected row.
    case accent
    /// The border of a field that has not the focus.
    case neutral
    /// Marks and messages, and the border and label of the field that has the focus, by its status.
    case valid, invalid
    /// A password that is neither weak nor strong.
    case caution
    /// Text that the user typed.
    case text
    /// Placeholders, hints, labels of fields that have not the focus, and the words in the line of keys.
    case hint
    /// An enabled button, a disabled button, and the button or checkbox that has the focus.
    case button, disabled, focused

    /// The names, in the order of the cases.
    static let names = [
      "screen", "frame", "title", "accent", "neutral", "valid", "invalid", "caution", "text", "hint", "button",
      "disabled",
      "focused",
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
