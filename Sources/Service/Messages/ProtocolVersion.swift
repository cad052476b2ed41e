/// The version of the protocol between the form and the keeper.
///
/// Another major number means that they cannot talk. With another minor one they can: a newer program only adds fields
/// that the older one skips.
public struct ProtocolVersion: Sendable, Hashable {
  /// Must be the same on both sides.
  public let major: UInt8
  /// The smaller of both is in force.
  public let minor: UInt8

  /// The version of this program.
  public static let current = ProtocolVersion(major: 1, minor: 0)

  /// A version.
  public init(major: UInt8, minor: UInt8) {
    self.major = major
    self.minor = minor
  }

  /// The version in force between programs of these two versions; nil if they cannot talk.
  public static func common(_ one: ProtocolVersion, _ other: ProtocolVersion) -> ProtocolVersion? {
    one.major == other.major ? ProtocolVersion(major: one.major, minor: min(one.minor, other.minor)) : nil
  }
}
