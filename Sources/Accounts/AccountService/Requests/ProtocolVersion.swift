/// The version of the protocol between the form and the server.
///
/// Another major number means that they cannot talk. With another minor one they can: a newer program adds fields, which the
/// older one skips, and requests, which it answers with ``Unavailability/unsupported``. The first version was binary.
public struct ProtocolVersion: Sendable, Hashable, Codable {
  /// Must be the same on both sides.
  public let major: UInt8
  /// Grows with each addition.
  public let minor: UInt8

  /// The version of this program.
  public static let current = ProtocolVersion(major: 2, minor: 2)

  /// Whether a program of this version knows ``Begin/Purpose/confirmPassword``.
  package var confirmsPasswords: Bool { minor >= 1 }

  /// A version.
  public init(major: UInt8, minor: UInt8) {
    self.major = major
    self.minor = minor
  }

  /// Whether a program of this version and this program can talk.
  package var isCompatible: Bool { major == ProtocolVersion.current.major }
}
