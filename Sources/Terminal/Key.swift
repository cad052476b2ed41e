/// A key as a person means it, whatever bytes the terminal sent for it.
///
/// One key has one spelling: Shift-Tab is `tab` with `shift`; Ctrl-A is the scalar `a` with `control`; Alt-f is `f` with
/// `alt`, Alt-F (with Shift) is `F` with `alt`; Ctrl-Space is a blank with `control`; Ctrl-H, Ctrl-I, Ctrl-J and Ctrl-M
/// are `backspace`, `tab`, `enter` and `enter`, as no terminal tells them apart.
public nonisolated struct Key: Hashable, Sendable {
  /// What was pressed.
  public enum Code: Hashable, Sendable {
    /// A character; never a control character.
    case scalar(Unicode.Scalar)
    /// Keys of their own.
    case enter, tab, backspace, delete, insert, escape
    /// Keys that move.
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 is `function(1)`.
    case function(Int)
  }

  /// Keys held together with it. Shift is not told for characters: it is in the character.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, as xterm numbers them (its parameter less one).
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Meta where a terminal has that.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// What was pressed.
  public var code: Code
  /// What was held.
  public var modifiers: Modifiers

  /// Makes a key.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The key of a plain character.
  public static func character(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar)) }
  /// Control and a lower-case letter or one of `_ ] \ ^` or a blank.
  public static func control(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .control) }
  /// Alt and a character.
  public static func alt(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .alt) }
}
