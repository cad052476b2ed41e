internal import Identity

/// What the claims of an ID token must say (OpenID Connect Core 1.0, 3.1.3.7).
struct IDTokenRules: Sendable {
  let metadata: ProviderMetadata
  let clientID: String
  /// The seconds since 1970.
  let now: Double

  /// How far two clocks may differ, in seconds.
  static let skew = 60.0
  private static let longestSubject = 255

  func check(_ claims: JSON) throws(OpenIDFault) {
    guard let issuer = claims["iss"]?.text, issuer == metadata.issuer(of: claims["tid"]?.text) else {
      throw fault("issuer")
    }
    guard let audience = claims["aud"]?.texts, audience.contains(clientID) else { throw fault("audience") }
    let party = claims["azp"]
    guard party == nil ? audience.count == 1 : party?.text == clientID else { throw fault("authorized-party") }
    guard let subject = claims["sub"]?.text, (1...Self.longestSubject).contains(subject.utf8.count) else {
      throw fault("subject")
    }
    try checkTimes(claims)
  }

  /// A token that has just come is neither old nor of tomorrow, so that a clock is wrong.
  private func checkTimes(_ claims: JSON) throws(OpenIDFault) {
    guard let end = claims["exp"]?.number, let issued = claims["iat"]?.number else { throw fault("times") }
    guard end > now - Self.skew else { throw clock("expired", end - now) }
    guard issued < now + Self.skew else { throw clock("issued-in-future", issued - now) }
    guard claims.has("nbf") else { return }
    guard let start = claims["nbf"]?.number else { throw fault("times") }
    guard start < now + Self.skew else { throw clock("not-yet-valid", start - now) }
  }

  private func fault(_ code: String) -> OpenIDFault { OpenIDFault(.answer, .idToken, code) }

  private func clock(_ code: String, _ seconds: Double) -> OpenIDFault {
    OpenIDFault(.clock, .idToken, code, Int(exactly: seconds.rounded()))
  }
}
