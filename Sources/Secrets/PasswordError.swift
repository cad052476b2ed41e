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

  /// A sentence for people: what is wrong and what to do.
  public var reason: Reason {
    switch self {
    case .empty: Reason("The password is empty. Enter one.")
    case .tooLong(let limit):
      Reason("The password is too long. Use at most {limit} bytes.", ["limit": String(limit)])
    case .controlCharacter: Reason("The password holds a control character. Use characters that can be seen.")
    case .unassignedCharacter: Reason("The password holds a character that this system does not know. Use another one.")
    case .outOfMemory: Reason("There is not enough memory for the password. Close other programs and try again.")
    }
  }
}
