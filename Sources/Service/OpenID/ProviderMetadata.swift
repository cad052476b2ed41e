public import Identity
public import OpenIDSettings

/// What a provider says of itself (OpenID Connect Discovery 1.0, 3; RFC 8414, 2), as far as a device login needs it.
public struct ProviderMetadata: Sendable, Hashable {
  /// The `iss` of its tokens. With the tenant's place open if it is that of all tenants, see ``issuer(of:)``.
  public let issuer: String
  /// RFC 8628, 4.
  public let deviceEndpoint: WebAddress
  /// Where the code of the device is exchanged.
  public let tokenEndpoint: WebAddress
  /// Where its keys are.
  public let keys: WebAddress
  /// Nil if there is none.
  public let userinfo: WebAddress?
  /// How a client with a secret shows it.
  public let authentication: ClientAuthentication

  /// The part of Entra's issuer that stands for the tenant of a person.
  static let tenant = "{tenantid}"

  /// Asks for the metadata of an issuer.
  public static func discover(_ provider: OpenIDProvider, over http: some HTTP) throws(OpenIDFault) -> Self {
    let issuer = provider.issuer
    let text = issuer.text.hasSuffix("/") ? String(issuer.text.dropLast()) : issuer.text
    guard let place = WebAddress(text + "/.well-known/openid-configuration") else {
      throw OpenIDFault(.misconfigured, .settings, "issuer")
    }
    do throws(OpenIDFault) {
      return try ProviderMetadata(http.object(HTTPRequest(place), .discovery), of: issuer)
    } catch {
      // RFC 8414, 3.1 puts the path of the issuer behind its own.
      let server = text.prefix(text.count - issuer.path.count + (issuer.text == text ? 0 : 1))
      let path = issuer.text == text ? issuer.path : issuer.path.dropLast()
      guard error.detail == 404, let other = WebAddress(server + "/.well-known/oauth-authorization-server" + path)
      else {
        throw error
      }
      return try ProviderMetadata(http.object(HTTPRequest(other), .discovery), of: issuer)
    }
  }

  init(_ json: JSON, of issuer: WebAddress) throws(OpenIDFault) {
    guard let claimed = json["issuer"]?.text, Self.is(claimed, theIssuerOf: issuer) else {
      throw OpenIDFault(.misconfigured, .discovery, "issuer-differs")
    }
    guard json.has("device_authorization_endpoint") else {
      throw OpenIDFault(.misconfigured, .discovery, "no-device-endpoint")
    }
    self.issuer = claimed
    deviceEndpoint = try Self.endpoint("device_authorization_endpoint", of: json)
    tokenEndpoint = try Self.endpoint("token_endpoint", of: json)
    keys = try Self.endpoint("jwks_uri", of: json)
    userinfo = json.has("userinfo_endpoint") ? try Self.endpoint("userinfo_endpoint", of: json) : nil
    authentication = ClientAuthentication(
      supported: json["token_endpoint_auth_methods_supported"]?.texts ?? [])
  }

  private static func endpoint(_ name: String, of json: JSON) throws(OpenIDFault) -> WebAddress {
    guard let address = json[name]?.text.flatMap(WebAddress.init) else {
      throw OpenIDFault(.misconfigured, .discovery, "endpoint-" + name.split(separator: "_")[0])
    }
    return address
  }

  /// Whether a provider that says it is `claimed` may be the one that was asked: byte for byte the same (OpenID Connect
  /// Discovery 1.0, 4.3). Entra's addresses for all tenants name no tenant, but its tokens do.
  private static func `is`(_ claimed: String, theIssuerOf issuer: WebAddress) -> Bool {
    if claimed == issuer.text { return true }
    return ["common", "organizations", "consumers"].contains { name in
      claimed == issuer.text.replacing("/" + name + "/", once: "/" + tenant + "/")
    }
  }

  /// The `iss` that a token of that tenant has; nil if the tenant isn't one, and the issuer needs one.
  func issuer(of tenant: String?) -> String? {
    guard isOfAllTenants else { return issuer }
    guard let tenant, tenant.utf8.count == 36,
      tenant.utf8.allSatisfy({ "0123456789abcdef-".utf8.contains($0) })
    else { return nil }
    return issuer.replacing("/" + Self.tenant + "/", once: "/" + tenant + "/")
  }

  /// Whether its tokens name one of many tenants.
  var isOfAllTenants: Bool { issuer.contains("/" + Self.tenant + "/") }
}

extension String {
  /// The text with the first `part` replaced; nil if it has none.
  fileprivate func replacing(_ part: String, once other: String) -> String? {
    guard let range = firstRange(of: part) else { return nil }
    return String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}

/// How a client shows its secret (OpenID Connect Core 1.0, 9).
public enum ClientAuthentication: Sendable, Hashable {
  /// In the header, which every server must support (RFC 6749, 2.3.1).
  case basic
  /// In the form.
  case post

  /// - Parameter supported: What the metadata lists; empty if they list nothing, which means `client_secret_basic`.
  init(supported: [String]) {
    self = !supported.contains("client_secret_basic") && supported.contains("client_secret_post") ? .post : .basic
  }
}
