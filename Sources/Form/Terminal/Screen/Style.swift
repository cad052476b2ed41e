/// The look of a cell.
public nonisolated struct Style: Hashable, Sendable {
  /// The looks that a terminal without colours has, too.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier, on some terminals brighter.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// Underlined.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background swapped.
    public static let reverse = Attributes(rawValue: 16)
  }

  /// The colour of the character.
  public var foreground: Colour
  /// The colour behind the character.
  public var background: Colour
  /// The attributes of the character.
  public var attributes: Attributes

  /// Creates a style. Without arguments it is the terminal's plain text.
  public init(foreground: Colour = .terminal, background: Colour = .terminal, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's plain text.
  public static let plain = Style()
}
