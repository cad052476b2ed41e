internal import Identity
public import OpenIDSettings
public import Secrets

/// Asks a provider all that a sign-in asks before a person has to act.
public struct ProviderTrial: Sendable {
  /// What it found.
  public struct Result: Sendable, Hashable {
    /// The keys that it may use.
    public let keys: Int
    /// How far the provider's clock is ahead of this machine's, in seconds; nil if it doesn't say.
    public let skew: Int?
  }

  /// The provider.
  public let provider: OpenIDProvider
  private let secret: SecretBytes?

  /// - Parameter secret: The client's secret; nil for a public client.
  public init(_ provider: OpenIDProvider, _ secret: SecretBytes?) {
    self.provider = provider
    self.secret = secret
  }

  /// Asks for the metadata, the keys and a code, which nobody uses.
  public func run(over http: some HTTP, _ clock: some LoginClock) throws(OpenIDFault) -> Result {
    let metadata = try ProviderMetadata.discover(provider, over: http)
    let (json, date) = try http.answer(HTTPRequest(metadata.keys), .keys)
    let keys = try KeySet(json, at: clock.elapsed)
    guard keys.count > 0 else { throw OpenIDFault(.misconfigured, .keys, "no-usable-key") }
    let skew = date.map { Int(($0 - clock.now).rounded()) }
    let client = Client(id: provider.clientID, secret: secret)
    _ = try DeviceCode.request(provider, metadata, client, over: http)
    return Result(keys: keys.count, skew: skew)
  }
}

extension OpenIDFault {
  /// What an administrator can do.
  public var advice: String {
    switch (reason, step, code) {
    case (.certificate, _, _): "Its certificate isn't valid here. Install its authority with update-ca-certificates."
    case (.unreachable, _, _): "It doesn't answer as it should. Check the address, the network and the unit's sandbox."
    case (_, .discovery, "issuer-differs"): "It says that it is another issuer. Write issuer as it does."
    case (_, .discovery, "no-device-endpoint"): "It offers no device login. Turn it on at the provider."
    case (_, .discovery, "redirect"): "It leads elsewhere. Write the address that it leads to."
    case (_, .device, _): "It refuses this client. Check client-id, client-secret, scopes, and the client's grants."
    case (_, .keys, _): "It has no key that can be used: RS256 with 2,048 bits, or ES256."
    default: "Its answer can't be used."
    }
  }
}
