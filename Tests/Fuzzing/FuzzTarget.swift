/// A parser of what comes from outside, and what must hold for it whatever comes.
///
/// `make fuzz` looks for bytes that break it, guided by what code they reach; what it finds goes to `Seeds`, and the tests
/// try it again from then on.
enum FuzzTarget: String, CaseIterable {
  /// The bytes of a terminal, as keys.
  case keys
  /// The bytes of a terminal, as characters.
  case utf8
  /// The bytes between the markers of a paste.
  case paste
  /// Text from outside, as it is drawn.
  case sanitiser
  /// What is typed as an email.
  case email
  /// What a store has for the hash of a password.
  case hash
  /// A file of settings.
  case settings
  /// What no parser may be: it traps on four bytes. Here to be found.
  case broken

  /// Those that are to hold.
  static let all = allCases.filter { $0 != .broken }

  /// What is wrong with what the parser makes of `bytes`; nil when all is well.
  func fault(in bytes: [UInt8]) -> String? {
    switch self {
    case .keys: KeyFaults.ofKeys(bytes)
    case .utf8: KeyFaults.ofCharacters(bytes)
    case .paste: KeyFaults.ofPaste(bytes)
    case .sanitiser: TextFaults.ofSanitiser(bytes)
    case .email: TextFaults.ofEmail(bytes)
    case .hash: StoredFaults.ofHash(bytes)
    case .settings: StoredFaults.ofSettings(bytes)
    case .broken: Self.broken(bytes)
    }
  }

  private static func broken(_ bytes: [UInt8]) -> String? {
    guard bytes.count > 3, bytes[0] == UInt8(ascii: "b"), bytes[1] == UInt8(ascii: "a") else { return nil }
    guard bytes[2] == UInt8(ascii: "d"), bytes[3] < 32 else { return nil }
    return "the fault that is meant to be found"
  }
}
