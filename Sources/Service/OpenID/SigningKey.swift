internal import CCjose
internal import Glibc
internal import Secrets

/// An algorithm that a token may be signed by (RFC 7518, 3.1): what providers use, and never `none` or one with a shared
/// secret. libcjose 0.6 doesn't know EdDSA.
enum SigningAlgorithm: String, Sendable, CaseIterable {
  /// What each provider must support (OpenID Connect Core 1.0, 15.1).
  case rs256 = "RS256"
  case es256 = "ES256"

  /// The kind of its keys.
  fileprivate var keyType: String { self == .rs256 ? "RSA" : "EC" }
}

/// A public key of a provider (RFC 7517).
struct SigningKey: Sendable, Hashable {
  /// The name of the key; nil if it has none.
  let id: String?
  let algorithm: SigningAlgorithm
  /// The key's public fields alone, as libcjose reads them.
  private let text: String

  /// RFC 7518, 3.3: 2,048 bits or more. In letters of base64url.
  private static let leastModulus = 342

  /// Nil if it is no public key for one of the algorithms, such as one for encryption.
  init?(_ json: JSON) {
    let algorithm: SigningAlgorithm
    switch (json["kty"]?.text, json["crv"]?.text) {
    case ("RSA"?, _): algorithm = .rs256
    case ("EC"?, "P-256"?): algorithm = .es256
    default: return nil
    }
    guard json["use"].map({ $0.text == "sig" }) ?? true,
      json["alg"].map({ $0.text == algorithm.rawValue }) ?? true,
      json["key_ops"].map({ $0.texts?.contains("verify") == true }) ?? true
    else { return nil }
    var fields = ["\"kty\":\"\(algorithm.keyType)\""]
    if algorithm == .es256 { fields.append("\"crv\":\"P-256\"") }
    for name in algorithm == .rs256 ? ["n", "e"] : ["x", "y"] {
      guard let value = json[name]?.text, !value.isEmpty, value.utf8.allSatisfy(\.isOfBase64URL) else { return nil }
      guard name != "n" || value.utf8.count >= Self.leastModulus else { return nil }
      fields.append("\"\(name)\":\"\(value)\"")
    }
    self.algorithm = algorithm
    id = json["kid"]?.text
    text = "{" + fields.joined(separator: ",") + "}"
  }

  /// Whether the key has signed the token (RFC 7515, 5.2).
  func hasSigned(_ token: SecretBytes) -> Bool {
    guard let key = cjose_jwk_import(text, text.utf8.count, nil) else { return false }
    defer { cjose_jwk_release(key) }
    return token.withBytes { start, count in
      start.withMemoryRebound(to: CChar.self, capacity: count) { start in
        guard let signed = cjose_jws_import(start, count, nil) else { return false }
        defer { cjose_jws_release(signed) }
        return cjose_jws_verify(signed, key, nil)
      }
    }
  }
}

extension UInt8 {
  var isOfBase64URL: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
