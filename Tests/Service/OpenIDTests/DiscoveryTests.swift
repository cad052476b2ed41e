import Identity
import OpenIDSettings
import Secrets
import TOML
import Testing

@testable import OpenID

@Suite("Metadata, addresses and settings of a provider")
struct DiscoveryTests {
  private let provider = PlayedProvider()

  private func line(_ metadata: PlayedProvider.Answer) -> String? {
    provider.answers["/.well-known/openid-configuration"] = [metadata]
    provider.answers["/token"] = [.error("access_denied")]
    return provider.signIn().line
  }

  @Test(
    arguments: [
      (["issuer": "https://id.example/"], "issuer-differs"), (["issuer": "https://evil.example"], "issuer-differs"),
      (["issuer": nil], "issuer-differs"), (["device_authorization_endpoint": nil], "no-device-endpoint"),
      (["token_endpoint": "http://id.example/token"], "endpoint-token"), (["jwks_uri": nil], "endpoint-jwks"),
      (["userinfo_endpoint": "ftp://id.example/"], "endpoint-userinfo"),
      (["device_authorization_endpoint": "https://id.example/#x"], "endpoint-device"),
    ] as [([String: String?], String)])
  func `The issuer must be the same, and each endpoint must be of TLS`(
    _ changes: [String: String?], _ code: String
  ) {
    #expect(line(.json(PlayedProvider.metadata(changes))) == "step=discovery code=" + code)
    #expect(provider.signIn().reason == .misconfigured)
  }

  @Test(
    arguments: [
      (.json("<html>", status: 200), "not-json"), (.json("", status: 302), "redirect detail=302"),
      (.json("{}", status: 500), "status detail=500"), (.failure(.timeout), "timeout"),
      (.failure(.tooLong), "answer-too-long"), (.failure(.certificate(code: 60)), "certificate detail=60"),
      (.failure(.unreachable(code: 7)), "unreachable detail=7"), (.json("{}", status: 403), "status detail=403"),
      (.json(PlayedProvider.metadata().dropLast() + #","issuer":"https://id.example"}"#), "not-json"),
    ] as [(PlayedProvider.Answer, String)])
  func `An answer that isn't metadata ends the sign-in`(_ answer: PlayedProvider.Answer, _ code: String) {
    #expect(line(answer) == "step=discovery code=" + code)
    #expect(provider.count("/device") == 0)
  }

  @Test func `Metadata of OAuth alone are found at their own place`() {
    provider.answers["/tenant/.well-known/openid-configuration"] = [.json("", status: 404)]
    provider.answers["/.well-known/oauth-authorization-server/tenant"] = [
      .json(PlayedProvider.metadata(["issuer": "https://id.example/tenant"]))
    ]
    provider.answers["/token"] = [.error("access_denied")]
    #expect(provider.signIn(.played("https://id.example/tenant")).reason == .denied)
  }

  @Test(arguments: [
    "https://login.example", "https://login.example:8443/realms/x?y=1", "HTTPS://Login.Example",
    "http://localhost:8123",
    "http://127.0.0.1/x", "http://[::1]:80/",
  ])
  func `Addresses are of TLS, or of this machine`(_ text: String) {
    #expect(WebAddress(text)?.text == text)
  }

  @Test(arguments: [
    "", "login.example", "http://login.example", "http://127.0.0.1.evil.example", "http://localhost.evil.example",
    "https://user@login.example", "https://user:word@login.example", "https://login.example/#x",
    "https://login .example",
    "https://login.example/\u{1B}[2J", "https://löwe.example", "https://", "https://:443", "https://x:0",
    "https://x:99999",
    "https://x:+1", "https://[::1", "file:///etc/passwd", "https://x\\@evil.example", "http://127.0.0.1@evil.example",
    "http://0177.0.0.1", "http://127.1", "https://x/" + String(repeating: "x", count: 1024),
  ])
  func `Other texts are no addresses`(_ text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test func `A table of settings is a provider`() throws {
    let text = """
      [oidc.corp]
      issuer = "https://login.example/realms/corp"
      client-id = "signin"
      client-secret = "/etc/signin/oidc-corp.secret"
      scopes = ["email", "groups"]
      groups = ["ops"]
      domains = ["Example.com"]
      trust-email = true
      title = "Example Corp"
      second-step = ["mfa"]
      [oidc.home]
      issuer = "http://localhost:8123"
      client-id = "x"
      """
    let providers = try OpenIDProvider.all(in: TOMLDocument(text.utf8).entries)
    #expect(providers.map(\.name) == ["corp", "home"])
    #expect(providers[0].scopes == ["openid", "email", "groups"])
    #expect(providers[0].domains == ["example.com"])
    #expect(providers[0].trustsEmail)
    #expect(providers[1].clientSecret == nil)
    #expect(providers[1].scopes == ["openid", "email", "profile"])
  }

  @Test(arguments: [
    ("[oidc.corp]", "oidc.corp", 1), ("[oidc.corp]\nissuer = \"http://x.example\"", "oidc.corp.issuer", 2),
    ("oidc = 1", "oidc", 1), ("[oidc]\ncorp = 1", "oidc.corp", 2), ("[oidc.Corp]", "oidc.Corp", 1),
    ("[oidc.corp]\nclient-secret = \"secret\"", "oidc.corp.client-secret", 2),
    ("[oidc.corp]\nclient = \"x\"", "oidc.corp.client", 2), ("[oidc.corp.issuer]", "oidc.corp.issuer", 1),
    ("[oidc.corp]\ntrust-email = \"yes\"", "oidc.corp.trust-email", 2),
    ("[oidc.corp]\ntitle = \"Corp\\u200B\"", "oidc.corp.title", 2),
    ("[oidc.corp]\ndomains = [\"example .com\"]", "oidc.corp.domains", 2),
    ("[oidc.corp]\ndomains = [\"localhost\"]", "oidc.corp.domains", 2),
    ("[oidc.corp]\ndomains = [\(String(repeating: "\"x.example\", ", count: 65))]", "oidc.corp.domains", 2),
    ("[oidc.corp]\nissuer = \"https://x.example\"", "oidc.corp", 1),
  ])
  func `A mistake in a table has a place`(_ text: String, _ place: String, _ line: Int) throws {
    let entries = try TOMLDocument(text.utf8).entries
    #expect { try OpenIDProvider.all(in: entries) } throws: { error in
      guard let mistake = error as? OpenIDProvider.Mistake else { return false }
      return mistake.place == place && mistake.line == line
    }
  }
}
