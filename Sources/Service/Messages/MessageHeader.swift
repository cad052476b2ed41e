public import Identity

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
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.byteCount, bytes[1] == 0 else { return nil }
    type = bytes[0]
    sequence = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
  }

  /// Reads a whole message of fields by its type; nil unless it follows the protocol.
  static func read<Message>(
    _ message: [UInt8], _ body: (_ type: UInt8, _ fields: inout FieldReader) throws(Malformed) -> Message
  ) -> Message? {
    guard let header = MessageHeader(message) else { return nil }
    do throws(Malformed) {
      var fields = try FieldReader(message[byteCount...])
      let read = try body(header.type, &fields)
      try fields.finish()
      return read
    } catch {
      return nil
    }
  }

  var bytes: [UInt8] {
    [type, 0, UInt8(truncatingIfNeeded: sequence), UInt8(truncatingIfNeeded: sequence >> 8)]
  }

  /// Whether the message carries a secret, and must be received into guarded memory.
  public var isSecret: Bool { type == SecretKind.messageType }
}

/// The use of a secret.
public enum SecretKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The password of a sign-in or of a new account, or the current password of a change.
  case password = 1
  /// The password that takes the place of the current one.
  case newPassword
  /// The token of a session, 43 characters of base64url. From the form it asks for the session; from the keeper it
  /// follows a sign-in.
  case token

  /// The type of a message that carries a secret: the header, this kind, a byte that is 0, the number of the challenge,
  /// and the secret.
  public static let messageType: UInt8 = 0x20
  /// The bytes before the secret.
  public static let prefixByteCount = 8
  /// The most bytes of a secret.
  public static let longestSecret = 1024
}

/// The bytes before a secret in its message. They contain nothing secret.
public struct SecretPrefix: Sendable, Hashable {
  /// The use of the secret.
  public let kind: SecretKind
  /// The challenge that it answers; nil for the first one of a conversation.
  public let challenge: ChallengeID?
  /// The number of its request.
  public let sequence: UInt16

  /// The prefix of a secret for the request of that number.
  public init(_ kind: SecretKind, to challenge: ChallengeID? = nil, sequence: UInt16) {
    self.kind = kind
    self.challenge = challenge
    self.sequence = sequence
  }

  var bytes: [UInt8] {
    let challenge = challenge?.number ?? 0
    return MessageHeader(type: SecretKind.messageType, sequence: sequence).bytes
      + [kind.rawValue, 0, UInt8(truncatingIfNeeded: challenge), UInt8(truncatingIfNeeded: challenge >> 8)]
  }

  /// Reads a prefix; nil unless it follows the protocol.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == SecretKind.prefixByteCount, let header = MessageHeader(bytes), header.isSecret,
      let kind = SecretKind(rawValue: bytes[4]), bytes[5] == 0
    else { return nil }
    let challenge = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
    self.init(kind, to: challenge == 0 ? nil : ChallengeID(challenge), sequence: header.sequence)
  }
}
