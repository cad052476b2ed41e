public import AccountService
import Identity

/// The eight bytes before a secret in its datagram: 0x20, 0, the number of the request in two bytes, the ``SecretKind``, 0,
/// and the number of the challenge in two bytes, little endian.
///
/// A secret meets no encoder: it goes from guarded memory to the socket, and from there into guarded memory. All other
/// datagrams are JSON objects, see ``Envelope``, and begin with another byte.
extension SecretPrefix {
  /// The first byte of a datagram that carries a secret, and must be received into guarded memory.
  static let firstByte: UInt8 = 0x20
  /// The bytes of a prefix.
  static let byteCount = 8
  /// The most bytes of a secret. An answer may have none.
  public static let longestSecret = 1024
  /// The most bytes of a datagram without a secret.
  public static let longestMessage = 65_536

  var bytes: [UInt8] {
    let challenge = challenge?.number ?? 0
    return [
      Self.firstByte, 0, UInt8(truncatingIfNeeded: sequence), UInt8(truncatingIfNeeded: sequence >> 8),
      kind.rawValue, 0, UInt8(truncatingIfNeeded: challenge), UInt8(truncatingIfNeeded: challenge >> 8),
    ]
  }

  /// Reads a prefix; nil unless it follows the protocol.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes[0] == Self.firstByte, bytes[1] == 0, bytes[5] == 0,
      let kind = SecretKind(rawValue: bytes[4])
    else { return nil }
    let challenge = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
    self.init(
      kind, to: challenge == 0 ? nil : ChallengeID(challenge), sequence: UInt16(bytes[2]) | UInt16(bytes[3]) << 8)
  }
}
