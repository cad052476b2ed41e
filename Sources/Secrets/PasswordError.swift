/// Why a text cannot be used as a password at all, whatever the policy says. Tells nothing of the password itself.
public enum PasswordError: Error, Equatable {
  /// There is nothing in it.
  case empty

  /// Its NFC form has more than `limit` bytes.
  case tooLong(limit: Int)

  /// It holds a control character or a line separator (refused by RFC 8264, section 9.15).
  case controlCharacter

  /// It holds a code point that Unicode has not assigned, as far as this system knows (RFC 8264, section 9.17).
  case unassignedCharacter

  /// There is not enough memory to keep it safe.
  case outOfMemory
}
