/// The first four bytes of each message: its type, a byte that is 0, and the number of its request.
public struct MessageHeader: Sendable, Hashable {
  /// The type, as ``Request`` and ``Reply`` number them.
  public let type: UInt8
  /// The number that the form gave to the request. Its replies, its secrets and its cancellation have the same one.
  public let sequence: UInt16

  /// The bytes of a header.
  public static let byteCount = 4
  /// The most bytes of a message.
  public static let longestMessage = 65_536

  /// The header of that type and number.
  public init(type: UInt8, sequence: UInt16) {
    self.type = type
    self.sequence = sequence
  }

  /// Reads the header at the start of a message; nil if it is too short or its second byte is not 0.
  public init?(_ bytes: some Collection<UInt8>) {
    let first = Array(bytes.prefix(Self.byteCount))
    guard first.count == Self.byteCount, first[1] == 0 else { return nil }
    type = first[0]
    sequence = UInt16(first[2]) | UInt16(first[3]) << 8
  }

  var bytes: [UInt8] {
    [type, 0, UInt8(truncatingIfNeeded: sequence), UInt8(truncatingIfNeeded: sequence >> 8)]
  }

  /// Whether the message carries a secret, and must be received into guarded memory.
  public var isSecret: Bool { type == SecretKind.messageType }
}

/// What a secret is for.
public enum SecretKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The password of a sign-in or of a new account, or the current password of a change.
  case password = 1
  /// The password that takes the place of the current one.
  case newPassword
  /// The token of a session, 43 characters of base64url. From the form it asks for the session; from the keeper it
  /// follows a sign-in.
  case token

  /// The type of a message that carries a secret: the header, this kind, three bytes that are 0, and the secret.
  public static let messageType: UInt8 = 0x20
  /// The bytes before the secret.
  public static let prefixByteCount = 8
  /// The most bytes of a secret.
  public static let longestSecret = 1024

  func prefix(sequence: UInt16) -> [UInt8] {
    MessageHeader(type: Self.messageType, sequence: sequence).bytes + [rawValue, 0, 0, 0]
  }

  /// Reads the prefix of a secret; nil unless it follows the protocol. The prefix contains nothing secret.
  static func read(_ prefix: [UInt8]) -> (kind: SecretKind, sequence: UInt16)? {
    guard prefix.count == prefixByteCount, let header = MessageHeader(prefix), header.isSecret,
      let kind = SecretKind(rawValue: prefix[4]), prefix[5...].allSatisfy({ $0 == 0 })
    else { return nil }
    return (kind, header.sequence)
  }
}
