internal import CHogweed
internal import Secrets

/// A public key of SSH, of one of four kinds. It is what OpenSSH's PROTOCOL.u2f and RFC 8709 and 5656 write, and nothing else.
public struct PublicKey: Sendable, Hashable {
  /// The kinds. RSA and DSA are never taken.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Ed25519, in a security key.
    case securityKeyEd25519 = "sk-ssh-ed25519@openssh.com"
    /// ECDSA on P-256, in a security key.
    case securityKeyP256 = "sk-ecdsa-sha2-nistp256@openssh.com"
    /// Ed25519, in a file.
    case ed25519 = "ssh-ed25519"
    /// ECDSA on P-256, in a file.
    case p256 = "ecdsa-sha2-nistp256"

    /// Whether a person must touch a device for each signature.
    public var isSecurityKey: Bool {
      switch self {
      case .securityKeyEd25519, .securityKeyP256: true
      case .ed25519, .p256: false
      }
    }

    /// The name as `ssh-add -l` prints it.
    public var shortName: String {
      switch self {
      case .securityKeyEd25519: "ED25519-SK"
      case .securityKeyP256: "ECDSA-SK"
      case .ed25519: "ED25519"
      case .p256: "ECDSA"
      }
    }

    var isEd25519: Bool {
      switch self {
      case .securityKeyEd25519, .ed25519: true
      case .securityKeyP256, .p256: false
      }
    }
  }

  /// The kind.
  public let kind: Kind
  /// The key as the agent and files have it, ``byteLimit`` bytes at most.
  public let blob: [UInt8]
  /// 32 bytes of Ed25519, or 64 bytes of a point of P-256.
  let point: [UInt8]
  /// The application for which a security key made the key; empty for another kind.
  let application: [UInt8]

  /// The most bytes of a key, with an application of ``applicationLimit`` bytes.
  public static let byteLimit = 300
  /// The most bytes of an application. `ssh-keygen` makes `ssh:`, and what its user adds.
  static let applicationLimit = 128

  /// The key in `blob`.
  public init(blob: [UInt8]) throws(KeyFault) {
    guard blob.count <= Self.byteLimit else {
      throw (try Self.kind(of: blob)) == nil ? .unsupportedKind : .malformed
    }
    var reader = WireReader(blob)
    guard let kind = Kind(rawValue: String(decoding: try reader.string(atMost: 64), as: UTF8.self)) else {
      throw .unsupportedKind
    }
    if kind.isEd25519 {
      point = try reader.string(atMost: 32)
      guard point.count == 32 else { throw .malformed }
    } else {
      try reader.string(equalTo: "nistp256")
      let encoded = try reader.string(atMost: 65)
      // The uncompressed form of SEC 1, section 2.3.3. OpenSSH knows no other.
      guard encoded.count == 65, encoded[0] == 4 else { throw .malformed }
      point = Array(encoded.dropFirst())
      guard signin_p256_has_point(point) == 1 else { throw .malformed }
    }
    application = kind.isSecurityKey ? try reader.string(atMost: Self.applicationLimit) : []
    try reader.end()
    guard !kind.isSecurityKey || application.starts(with: "ssh:".utf8) else { throw .otherApplication }
    (self.kind, self.blob) = (kind, blob)
  }

  /// The kind that a longer key names; nil if it is none of ours.
  private static func kind(of blob: [UInt8]) throws(KeyFault) -> Kind? {
    var reader = WireReader(blob)
    return Kind(rawValue: String(decoding: try reader.string(atMost: 64), as: UTF8.self))
  }

  /// The fingerprint as `ssh-add -l` prints it: `SHA256:` and 43 characters of base64.
  public var fingerprint: String { "SHA256:" + Base64.standard.encode(sha256(blob)) }
}
