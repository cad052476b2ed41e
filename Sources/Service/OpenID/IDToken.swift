internal import Identity
internal import Secrets

/// An ID token that has been taken apart, and of which nothing is verified yet (RFC 7515, 7.1).
struct IDToken: Sendable {
  let algorithm: SigningAlgorithm
  /// The name of the key; nil if it names none.
  let keyID: String?
  private let token: SecretBytes
  private let payload: SecretBytes

  /// The longest token, in bytes. Those with hundreds of groups have some 20,000.
  static let longest = 131_072

  init(_ token: SecretBytes) throws(OpenIDFault) {
    guard token.count <= Self.longest else { throw OpenIDFault(.answer, .idToken, "token-too-long") }
    let dots = token.withBytes { start, count in
      UnsafeBufferPointer(start: start, count: count).enumerated().filter { $0.element == UInt8(ascii: ".") }
        .map(\.offset)
    }
    guard dots.count == 2,
      let header = token.decoded(0..<dots[0]).flatMap({ JSON($0) }),
      let payload = token.decoded(dots[0] + 1..<dots[1])
    else { throw OpenIDFault(.answer, .idToken, "malformed") }
    guard let algorithm = header["alg"]?.text.flatMap(SigningAlgorithm.init) else {
      throw OpenIDFault(.answer, .idToken, "algorithm")
    }
    // RFC 7515, 4.1.11: extensions that must be understood. None is.
    guard !header.has("crit") else { throw OpenIDFault(.answer, .idToken, "critical-header") }
    self.algorithm = algorithm
    keyID = header["kid"]?.text
    self.token = token
    self.payload = payload
  }

  /// The claims, if `key` has signed them.
  func claims(signedBy key: SigningKey) throws(OpenIDFault) -> JSON {
    guard key.algorithm == algorithm, key.hasSigned(token) else { throw OpenIDFault(.answer, .idToken, "signature") }
    guard let claims = JSON(payload) else { throw OpenIDFault(.answer, .idToken, "malformed-claims") }
    return claims
  }
}

extension SecretBytes {
  /// The bytes that a part encodes in base64url.
  fileprivate func decoded(_ range: Range<Int>) -> SecretBytes? {
    withBytes { start, _ in
      let text = UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
      return SecretBytes(count: range.count * 3 / 4) { Base64.urlSafe.decode(text, into: $0) }
    }
  }
}
