public import Identity
public import OpenIDSettings
internal import Secrets

/// A device code (RFC 8628, 3.2): what the person does elsewhere, and the secret that is exchanged for their tokens.
public struct DeviceCode: Sendable {
  /// Where the person goes.
  public let address: WebAddress
  /// The same with the code in it; nil unless it is of the same origin, so that a picture leads nowhere else.
  public let completeAddress: WebAddress?
  /// What the person types there.
  public let userCode: String
  /// How long it is good: 60 to 1,800 seconds, whatever the server says.
  public let lifetime: Duration
  /// The time between two polls: 5 s unless the server says otherwise, and 1 to 60 s.
  public let interval: Duration
  /// The secret.
  let secret: SecretBytes

  static let lifetimes = 60.0...1800.0
  static let intervals = 1.0...60.0
  static let usualInterval = 5.0

  /// Asks for a code.
  public static func request(
    _ provider: OpenIDProvider, _ metadata: ProviderMetadata, _ client: Client, over http: some HTTP
  ) throws(OpenIDFault) -> DeviceCode {
    let fields: [(String, Form.Value)] = [("scope", .text(provider.scopes.joined(separator: " ")))]
    guard let request = client.request(metadata.deviceEndpoint, fields, metadata.authentication) else {
      throw OpenIDFault(.unreachable, .device, "memory")
    }
    return try DeviceCode(http.object(request, .device))
  }

  init(_ json: JSON) throws(OpenIDFault) {
    guard let secret = json["device_code"]?.secret else { throw OpenIDFault(.unreachable, .device, "no-device-code") }
    guard let userCode = json["user_code"]?.text, ApprovalPage.isCode(userCode) else {
      throw OpenIDFault(.unreachable, .device, "no-user-code")
    }
    // Google and older servers write the name of a draft.
    guard let address = (json["verification_uri"] ?? json["verification_url"])?.text.flatMap(WebAddress.init) else {
      throw OpenIDFault(.misconfigured, .device, "no-address")
    }
    guard let lifetime = json["expires_in"]?.number else { throw OpenIDFault(.unreachable, .device, "no-lifetime") }
    self.secret = secret
    self.userCode = userCode
    self.address = address
    let complete = json["verification_uri_complete"] ?? json["verification_url_complete"]
    completeAddress = complete?.text.flatMap(WebAddress.init).flatMap { $0.origin == address.origin ? $0 : nil }
    self.lifetime = .seconds(lifetime.clamped(to: Self.lifetimes))
    interval = .seconds((json["interval"]?.number ?? Self.usualInterval).clamped(to: Self.intervals))
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
