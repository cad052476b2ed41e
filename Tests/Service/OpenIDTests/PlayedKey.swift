import CCjose
import Foundation

/// A key of a played provider, which signs what it is given.
struct PlayedKey: @unchecked Sendable {
  enum Failure: Error { case noKey, notSigned }

  private let key: OpaquePointer
  let algorithm: String
  let id: String

  /// The key of most tests, because making one takes long.
  static let usual = Result { try rsa() }
  /// Another one, with the same name.
  static let stranger = Result { try rsa() }

  static func rsa(_ id: String = "one", bits: Int = 2048) throws -> PlayedKey {
    let exponent: [UInt8] = [1, 0, 1]
    guard let key = cjose_jwk_create_RSA_random(bits, exponent, exponent.count, nil) else { throw Failure.noKey }
    return PlayedKey(key: key, algorithm: "RS256", id: id)
  }

  static func ellipticCurve(_ id: String = "curve") throws -> PlayedKey {
    guard let key = cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_256, nil) else { throw Failure.noKey }
    return PlayedKey(key: key, algorithm: "ES256", id: id)
  }

  /// A key whose secret are these bytes, as an attacker makes one of a public key.
  static func shared(_ secret: String, _ id: String = "one") throws -> PlayedKey {
    let bytes = Array(secret.utf8)
    guard let key = cjose_jwk_create_oct_spec(bytes, bytes.count, nil) else { throw Failure.noKey }
    return PlayedKey(key: key, algorithm: "HS256", id: id)
  }

  /// The public key, as a key set has it.
  func json(_ fields: String = #""use":"sig""#) throws -> String {
    guard let text = cjose_jwk_to_json(key, false, nil) else { throw Failure.noKey }
    defer { free(text) }
    return String(cString: text).dropLast() + #","kid":"\#(id)""# + (fields.isEmpty ? "" : "," + fields) + "}"
  }

  /// A token with these claims.
  func sign(_ claims: String, algorithm: String? = nil, id: String? = nil, header: [String: String] = [:]) throws
    -> String
  {
    guard let fields = cjose_header_new(nil) else { throw Failure.notSigned }
    defer { cjose_header_release(fields) }
    let values = ["alg": algorithm ?? self.algorithm, "kid": id ?? self.id].merging(header) { $1 }
    for (name, value) in values { _ = cjose_header_set(fields, name, value, nil) }
    let bytes = Array(claims.utf8)
    guard let token = cjose_jws_sign(key, fields, bytes, bytes.count, nil) else { throw Failure.notSigned }
    defer { cjose_jws_release(token) }
    var text: UnsafePointer<CChar>?
    guard cjose_jws_export(token, &text, nil), let text else { throw Failure.notSigned }
    return String(cString: text)
  }

  /// A token of these parts, with any header and signature.
  static func token(_ header: String, _ claims: String, signature: String = "") -> String {
    [header, claims].map(encoded).joined(separator: ".") + "." + signature
  }

  static func encoded(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
