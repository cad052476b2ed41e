/// A parser of input from outside, with the rules that it keeps for any input.
/// `make fuzz` looks for bytes that break a rule, guided by the code that they reach. It stores its finds in `Seeds`,
/// and the tests repeat them from then on.
enum FuzzTarget: String, CaseIterable {
  /// The bytes of a terminal, as keys.
  case keys
  /// The bytes of a terminal, as characters.
  case utf8
  /// The bytes between the markers of a paste.
  case paste
  /// Text from outside, as it is drawn.
  case sanitiser
  /// Text typed as an email.
  case email
  /// The text of a password's hash in a store.
  case hash
  /// A key or a signature of SSH.
  case key
  /// A settings file.
  case settings
  /// A message to a service or a worker.
  case request
  /// A message of a service or a worker.
  case reply
  /// An answer of a provider.
  case provider
  /// The messages of a form and the answers of a store, in any order, for a server's connection.
  case conversation
  /// A bad parser that traps on four bytes, so that a test can find the trap.
  case broken

  /// The parsers that must keep their rules.
  static let all = allCases.filter { $0 != .broken }

  /// The rule that the parser breaks on `bytes`; nil if it keeps all.
  func fault(in bytes: [UInt8]) -> String? {
    switch self {
    case .keys: KeyFaults.ofKeys(bytes)
    case .utf8: KeyFaults.ofCharacters(bytes)
    case .paste: KeyFaults.ofPaste(bytes)
    case .sanitiser: TextFaults.ofSanitiser(bytes)
    case .email: TextFaults.ofEmail(bytes)
    case .hash: StoredFaults.ofHash(bytes)
    case .key: KeyBlobFaults.of(bytes)
    case .settings: StoredFaults.ofSettings(bytes)
    case .request: MessageFaults.ofRequest(bytes)
    case .reply: MessageFaults.ofReply(bytes)
    case .provider: ProviderFaults.of(bytes)
    case .conversation: ConversationFaults.of(bytes)
    case .broken: Self.broken(bytes)
    }
  }

  private static func broken(_ bytes: [UInt8]) -> String? {
    guard bytes.count > 3, bytes[0] == UInt8(ascii: "b"), bytes[1] == UInt8(ascii: "a") else { return nil }
    guard bytes[2] == UInt8(ascii: "d"), bytes[3] < 32 else { return nil }
    return "the fault that is meant to be found"
  }
}
