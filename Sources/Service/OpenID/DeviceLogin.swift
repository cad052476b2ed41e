internal import Identity
public import OpenIDSettings
public import Secrets

/// Time, as a sign-in waits for it.
public protocol LoginClock {
  /// The time since some fixed moment, which no change of the clock moves.
  var elapsed: Duration { get }
  /// The seconds since 1970.
  var now: Double { get }
  /// Waits.
  func wait(_ pause: Duration)
}

/// A sign-in at a provider by a code that the person enters elsewhere (RFC 8628), from the metadata to the claims.
public struct DeviceLogin<Network: HTTP, Clock: LoginClock> {
  private let provider: OpenIDProvider
  private let client: Client
  private let http: Network
  private let clock: Clock

  /// The most codes of a sign-in.
  public static var mostCodes: Int { 5 }

  /// - Parameters:
  ///   - provider: The provider.
  ///   - secret: The client's secret; nil for a public client.
  public init(at provider: OpenIDProvider, secret: SecretBytes?, over http: Network, _ clock: Clock) {
    self.provider = provider
    client = Client(id: provider.clientID, secret: secret)
    self.http = http
    self.clock = clock
  }

  /// Asks for a code, and waits until it is approved.
  /// - Parameter show: Shows a code. A new one takes the place of the one before.
  public func run(show: (DeviceCode) throws(OpenIDFault) -> Void) throws(OpenIDFault) -> Person {
    let metadata = try ProviderMetadata.discover(provider, over: http)
    var keys: KeySet?
    for _ in 0..<Self.mostCodes {
      let code = try DeviceCode.request(provider, metadata, client, over: http)
      let start = clock.elapsed
      try show(code)
      // Now, because nobody waits for it: the person types.
      if keys == nil { keys = try keySet(metadata) }
      if let keys, let tokens = try tokens(for: code, since: start, metadata) {
        return try person(tokens, metadata, keys)
      }
    }
    throw OpenIDFault(.tooLate, .token, "expired")
  }

  private func keySet(_ metadata: ProviderMetadata) throws(OpenIDFault) -> KeySet {
    try KeySet(http.object(HTTPRequest(metadata.keys), .keys), at: clock.elapsed)
  }

  /// Polls until the code is approved; nil if it has ended.
  private func tokens(
    for code: DeviceCode, since start: Duration, _ metadata: ProviderMetadata
  ) throws(OpenIDFault) -> JSON? {
    var polling = DevicePolling(code, from: start)
    var step = polling.begin(at: clock.elapsed)
    while true {
      switch step {
      case .wait(let pause): clock.wait(pause)
      case .renew: return nil
      case .stop(let fault): throw fault
      }
      let event: DevicePolling.Event
      do throws(HTTPFailure) {
        let response = try http.send(try request(code, metadata))
        if response.status == 200, let tokens = response.json, !tokens.has("error") { return tokens }
        event = DevicePolling.Event(response)
      } catch {
        if case .certificate = error { throw OpenIDFault(error, .token) }
        event = error == .tooLong ? .garbage(status: 200) : .noAnswer
      }
      step = polling.step(after: event, at: clock.elapsed)
    }
  }

  private func request(_ code: DeviceCode, _ metadata: ProviderMetadata) throws(HTTPFailure) -> HTTPRequest {
    let fields: [(String, Form.Value)] = [
      ("grant_type", .text("urn:ietf:params:oauth:grant-type:device_code")), ("device_code", .secret(code.secret)),
    ]
    guard let request = client.request(metadata.tokenEndpoint, fields, metadata.authentication) else {
      throw .unreachable(code: 0)
    }
    return request
  }

  private func person(_ tokens: JSON, _ metadata: ProviderMetadata, _ keys: KeySet) throws(OpenIDFault) -> Person {
    guard let token = tokens["id_token"]?.secret else { throw OpenIDFault(.misconfigured, .token, "no-id-token") }
    let idToken = try IDToken(token)
    var key = keys.key(idToken.keyID, idToken.algorithm)
    if key == nil, keys.mayBeRenewed(at: clock.elapsed) {
      key = try keySet(metadata).key(idToken.keyID, idToken.algorithm)
    }
    guard let key else { throw OpenIDFault(.answer, .idToken, "unknown-key") }
    let claims = try idToken.claims(signedBy: key)
    try IDTokenRules(metadata: metadata, clientID: provider.clientID, now: clock.now).check(claims)
    let more = Person.needsUserinfo(claims, of: provider) ? try userinfo(tokens, claims, metadata) : nil
    return try Person(claims, more, of: provider, metadata)
  }

  /// More claims, which count only if they are about the same subject (OpenID Connect Core 1.0, 5.3.2).
  private func userinfo(
    _ tokens: JSON, _ claims: JSON, _ metadata: ProviderMetadata
  ) throws(OpenIDFault) -> JSON? {
    guard let endpoint = metadata.userinfo, let token = tokens["access_token"]?.secret,
      let prefix = Form.literal("Bearer "), let header = SecretBytes(joining: [prefix, token]),
      token.withBytes({ start, count in
        UnsafeBufferPointer(start: start, count: count).allSatisfy { (0x21...0x7E).contains($0) }
      })
    else { return nil }
    let answer = try http.object(HTTPRequest(endpoint, authorization: header), .userinfo)
    guard let subject = answer["sub"]?.text, let own = claims["sub"]?.text, subject.utf8.elementsEqual(own.utf8) else {
      throw OpenIDFault(.answer, .userinfo, "subject")
    }
    return answer
  }
}
