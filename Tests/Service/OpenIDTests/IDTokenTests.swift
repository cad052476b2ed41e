import Foundation
import Identity
import OpenIDSettings
import Secrets
import Testing

@testable import OpenID

@Suite("ID tokens")
struct IDTokenTests {
  private let provider = PlayedProvider()
  private let key: PlayedKey

  init() throws {
    key = try PlayedKey.usual.get()
    provider.answers["/keys"] = [.json(#"{"keys":[\#(try key.json())]}"#)]
  }

  private func fault(_ token: String) -> String? {
    provider.answers["/token"] = [.tokens(token)]
    return provider.signIn().line?.replacingOccurrences(of: "step=id-token code=", with: "")
  }

  private func fault(_ changes: [String: String?]) throws -> String? {
    fault(try key.sign(PlayedProvider.claims(changes)))
  }

  @Test func `Signatures by RS256 and ES256 are accepted`() throws {
    let curve = try PlayedKey.ellipticCurve()
    provider.answers["/keys"] = [.json(#"{"keys":[\#(try key.json()),\#(try curve.json())]}"#)]
    #expect(fault(try key.sign(PlayedProvider.claims())) == nil)
    #expect(fault(try curve.sign(PlayedProvider.claims())) == nil)
  }

  @Test func `No algorithm, a shared secret and an unknown algorithm are refused`() throws {
    let claims = PlayedProvider.claims()
    #expect(fault(PlayedKey.token(#"{"alg":"none"}"#, claims)) == "algorithm")
    #expect(fault(PlayedKey.token(#"{"alg":"None","kid":"one"}"#, claims, signature: "AA")) == "algorithm")
    let forged = try PlayedKey.shared(try key.json())
    #expect(fault(try forged.sign(claims)) == "algorithm")
    #expect(fault(try key.sign(claims, algorithm: "RS512")) == "algorithm")
    #expect(fault(PlayedKey.token(#"{"alg":"EdDSA","kid":"one"}"#, claims, signature: "AA")) == "algorithm")
    #expect(fault(PlayedKey.token(#"{"kid":"one"}"#, claims, signature: "AA")) == "algorithm")
    #expect(fault(PlayedKey.token(#"{"alg":"none","alg":"RS256"}"#, claims, signature: "AA")) == "malformed")
    #expect(fault(PlayedKey.token(#"{"alg":"RS256","crit":["b64"],"b64":false}"#, claims)) == "critical-header")
  }

  @Test func `A signature of another key, and a changed token, are refused`() throws {
    let stranger = try PlayedKey.stranger.get()
    #expect(fault(try stranger.sign(PlayedProvider.claims())) == "signature")
    #expect(fault(try key.sign(PlayedProvider.claims(), id: "two")) == "unknown-key")
    let parts = try key.sign(PlayedProvider.claims()).split(separator: ".").map(String.init)
    let other = PlayedKey.encoded(PlayedProvider.claims(["sub": #""admin""#]))
    #expect(fault([parts[0], other, parts[2]].joined(separator: ".")) == "signature")
    #expect(fault(parts[0] + "." + parts[1] + ".") == "signature")
    #expect(fault(parts[0] + "." + parts[1]) == "malformed")
    #expect(fault((parts + ["x"]).joined(separator: ".")) == "malformed")
    #expect(fault(parts[0] + "." + parts[1] + "!." + parts[2]) == "malformed")
  }

  @Test func `A key is used for its own algorithm, and not if it is for encryption, short or alone no more`() throws {
    let claims = PlayedProvider.claims()
    let curve = try PlayedKey.ellipticCurve("one")
    #expect(fault(try curve.sign(claims)) == "unknown-key")
    provider.answers["/keys"] = [.json(#"{"keys":[\#(try key.json(#""use":"enc""#))]}"#)]
    #expect(fault(try key.sign(claims)) == "unknown-key")
    let short = try PlayedKey.rsa("one", bits: 1024)
    provider.answers["/keys"] = [.json(#"{"keys":[\#(try short.json())]}"#)]
    #expect(fault(try short.sign(claims)) == "unknown-key")
    let unnamed = try key.sign(claims, header: ["kid": ""])
    provider.answers["/keys"] = [.json(#"{"keys":[\#(try key.json()),\#(try PlayedKey.rsa("two").json())]}"#)]
    #expect(fault(unnamed) == "unknown-key")
  }

  @Test(
    arguments: [
      (["iss": #""https://evil.example""#], "issuer"), (["iss": #""https://id.example/""#], "issuer"),
      (["iss": nil], "issuer"), (["aud": #""other""#], "audience"), (["aud": nil], "audience"),
      (["aud": "[]"], "audience"),
      (["aud": #"["signin","other"]"#], "authorized-party"), (["azp": #""other""#], "authorized-party"),
      (["aud": #"["signin","other"]"#, "azp": #""signin""#], nil), (["sub": nil], "subject"),
      (["sub": #""""#], "subject"),
      (["sub": "7"], "subject"), (["sub": #""a b""#], "subject"), (["exp": nil], "times"),
      (["iat": #""soon""#], "times"),
      (["sub": #""\#(String(repeating: "s", count: 256))""#], "subject"), (["nbf": "null"], "times"),
    ] as [([String: String?], String?)])
  func `Issuer, audience, party and subject must be right`(_ changes: [String: String?], _ code: String?) throws {
    #expect(try fault(changes) == code)
  }

  @Test(
    arguments: [
      (["exp": -59], nil), (["exp": -61], "expired detail=-61"), (["iat": 59], nil),
      (["iat": 300], "issued-in-future detail=300"), (["nbf": 59], nil), (["nbf": 3600], "not-yet-valid detail=3600"),
    ] as [([String: Int], String?)])
  func `Clocks may differ by a minute, and a greater difference has a sentence of its own`(
    _ times: [String: Int], _ code: String?
  ) throws {
    let changes = times.mapValues { String?(String(Int(PlayedClock.start) + $0)) }
    #expect(try fault(changes) == code)
    #expect(provider.signIn().reason == (code == nil ? nil : .clock))
  }

  @Test func `A claim that is there twice is refused`() throws {
    let twice = PlayedProvider.claims().dropLast() + #","sub":"admin"}"#
    #expect(fault(try key.sign(String(twice))) == "malformed-claims")
    let escaped = PlayedProvider.claims().dropLast() + #","s\u0075b":"admin"}"#
    #expect(fault(try key.sign(String(escaped))) == "malformed-claims")
  }

  @Test func `A token of a megabyte is refused before it is decoded`() throws {
    let long = PlayedProvider.claims(["padding": #""\#(String(repeating: "x", count: 700_000))""#])
    #expect(fault(try key.sign(long)) == "token-too-long")
  }

  @Test func `Entra's tokens name their tenant, which becomes a part of the id`() throws {
    let tenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
    let issuer = "https://id.example/organizations/v2.0"
    provider.answers["/organizations/v2.0/.well-known/openid-configuration"] = [
      .json(PlayedProvider.metadata(["issuer": "https://id.example/{tenantid}/v2.0"]))
    ]
    func result(_ iss: String, _ tid: String) throws -> Result<Person, OpenIDFault> {
      let claims = PlayedProvider.claims(["iss": #""\#(iss)""#, "tid": #""\#(tid)""#])
      provider.answers["/token"] = [.tokens(try key.sign(claims))]
      return provider.signIn(.played(issuer))
    }
    #expect(try result("https://id.example/\(tenant)/v2.0", tenant).get().id == tenant + "/248289761001")
    #expect(
      try result("https://id.example/\(tenant)/v2.0", "00000000" + tenant.dropFirst(8)).line?.hasSuffix("issuer")
        == true)
    #expect(try result("https://id.example/{tenantid}/v2.0", "{tenantid}").line?.hasSuffix("issuer") == true)
    #expect(try result("https://id.example/../v2.0", "..").line?.hasSuffix("issuer") == true)
  }
}
