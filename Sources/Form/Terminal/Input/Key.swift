/// A key as the user means it, whatever bytes the terminal sent for it.
///
/// One key has one spelling: Shift-Tab is `tab` with `shift`; Ctrl-A is the scalar `a` with `control`; Alt-f is `f`
/// with `alt`, Alt-F (with Shift) is `F` with `alt`; Ctrl-Space is a blank with `control`. Ctrl-H, Ctrl-I, Ctrl-J and
/// Ctrl-M are `backspace`, `tab`, `enter` and `enter`, because no terminal tells them apart.
public nonisolated struct Key: Hashable, Sendable {
  /// The key that was pressed.
  public enum Code: Hashable, Sendable {
    /// A character; never a control character.
    case scalar(Unicode.Scalar)
    /// Keys with a name of their own.
    case enter, tab, backspace, delete, insert, escape
    /// Keys that move the cursor.
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 is `function(1)`.
    case function(Int)
  }

  /// The keys held together with it. A character never has Shift: the character shows it.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, as xterm numbers them (its parameter less one).
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Meta on a terminal that has it.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key that was pressed.
  public var code: Code
  /// The keys that were held.
  public var modifiers: Modifiers

  /// Creates a key.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// Returns the key of a plain character.
  public static func character(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar)) }
  /// Returns Control with a lower-case letter, one of `_ ] \ ^`, or a blank.
  public static func control(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .control) }
  /// Returns Alt with a character.
  public static func alt(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .alt) }
}
