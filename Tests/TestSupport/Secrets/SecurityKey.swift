import CSecurityKey
import CSodium
public import SSHKeys

/// A key as a security key, or a file, has it, in software: it signs as OpenSSH's PROTOCOL.u2f says, touched or not.
public struct SecurityKey: Sendable {
  /// Its public key.
  public let publicKey: PublicKey
  private let secret: [UInt8]
  private let application: [UInt8]

  /// A new key.
  public init(_ kind: PublicKey.Kind = .securityKeyEd25519, application: String = "ssh:") throws {
    var blob: [UInt8] = []
    blob.append(string: kind.rawValue.utf8)
    if kind.isP256 {
      var (secret, point) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 64))
      security_key_make(&secret, &point)
      blob.append(string: "nistp256".utf8)
      blob.append(string: [4] + point)
      self.secret = secret
    } else {
      var (secret, point) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 32))
      crypto_sign_keypair(&point, &secret)
      blob.append(string: point)
      self.secret = secret
    }
    if kind.isSecurityKey { blob.append(string: application.utf8) }
    self.application = Array(application.utf8)
    publicKey = try PublicKey(blob: blob)
  }

  /// What an agent returns for these bytes.
  /// - Parameters:
  ///   - flags: 1 for a touch, 5 for a verified user, 0 for neither.
  ///   - counter: How many signatures the device has made.
  public func sign(_ bytes: [UInt8], flags: UInt8 = 1, counter: UInt32 = 7) -> [UInt8] {
    let kind = publicKey.kind
    var signed = bytes
    var report: [UInt8] = []
    if kind.isSecurityKey {
      report = [flags]
      report.append(uint32: counter)
      signed = Self.digest(application) + report + Self.digest(bytes)
    }
    var value: [UInt8] = []
    if kind.isP256 {
      var (r, s) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
      security_key_sign(secret, Self.digest(signed), &r, &s)
      for number in [r, s] {
        let digits = Array(number.drop { $0 == 0 })
        value.append(string: (digits.first ?? 0) >= 128 ? [0] + digits : digits)
      }
    } else {
      value = [UInt8](repeating: 0, count: 64)
      crypto_sign_detached(&value, nil, signed, UInt64(signed.count), secret)
    }
    var signature: [UInt8] = []
    signature.append(string: kind.rawValue.utf8)
    signature.append(string: value)
    return signature + report
  }

  /// Its signature of a message for a purpose.
  public func signature(
    of message: [UInt8], namespace: String, flags: UInt8 = 1, counter: UInt32 = 7
  ) throws -> KeySignature {
    let raw = sign(KeySignature.bytesToSign(message, namespace: namespace), flags: flags, counter: counter)
    return try KeySignature(publicKey, agentReturned: raw, namespace: namespace)
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest
  }
}

extension PublicKey.Kind {
  fileprivate var isP256: Bool { self == .p256 || self == .securityKeyP256 }
}
