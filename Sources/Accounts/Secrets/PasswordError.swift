/// The reason why a text cannot be a password at all, whatever the policy is. Reveals nothing of the password itself.
public enum PasswordError: Error, Equatable {
  /// It is empty.
  case empty

  /// Its NFC form has more than `limit` bytes.
  case tooLong(limit: Int)

  /// It holds a control character or a line separator (refused by RFC 8264, section 9.15).
  case controlCharacter

  /// It holds a code point not assigned by Unicode, as far as this system knows (RFC 8264, section 9.17).
  case unassignedCharacter

  /// There is not enough memory to keep it safe.
  case outOfMemory
}
