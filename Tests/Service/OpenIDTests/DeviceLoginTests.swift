import Foundation
import Identity
import OpenIDSettings
import Secrets
import Testing

@testable import OpenID

@Suite("A sign-in by a code that is entered elsewhere")
struct DeviceLoginTests {
  private let provider = PlayedProvider()
  private let key: PlayedKey

  init() throws {
    key = try PlayedKey.usual.get()
    provider.answers["/keys"] = [.json(#"{"keys":[\#(try key.json())]}"#)]
  }

  private func approve(_ claims: String = PlayedProvider.claims(), after answers: PlayedProvider.Answer...) throws {
    provider.answers["/token"] = answers + [.tokens(try key.sign(claims))]
  }

  @Test func `An approved code proves the subject, with the email that the provider has verified`() throws {
    try approve(after: .error("authorization_pending"), .error("authorization_pending"))
    var shown: [DeviceCode] = []
    let person = try provider.signIn { shown.append($0) }.get()
    #expect(person.id == "248289761001")
    #expect(person.email == "ada@lovelace.example")
    #expect(!person.hasSecondStep)
    #expect(shown.map(\.userCode) == ["WDJB-MJHT"])
    #expect(shown.first?.address.text == "https://id.example/activate")
    #expect(provider.clock.waits == [.seconds(5), .seconds(5), .seconds(5)])
    #expect(
      provider.requests.last
        == "/token grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=secret-device-code"
        + "&client_id=signin")
  }

  @Test func `A client with a secret shows it in the header, or in the form if the provider takes nothing else`() throws
  {
    try approve()
    _ = try provider.signIn(secret: "s 3:cret").get()
    #expect(provider.headers[1] == "Basic c2lnbmluOnMlMjAzJTNBY3JldA==")
    let other = PlayedProvider()
    other.answers = provider.answers
    other.answers["/.well-known/openid-configuration"] = [
      .json(
        PlayedProvider.metadata().dropLast() + #","token_endpoint_auth_methods_supported":["client_secret_post"]}"#)
    ]
    _ = try other.signIn(secret: "s 3:cret").get()
    #expect(other.headers.allSatisfy { $0 == nil })
    #expect(other.requests[1] == "/device scope=openid%20email%20profile&client_id=signin&client_secret=s%203%3Acret")
  }

  @Test func `Each slow_down makes all later waits five seconds longer`() throws {
    try approve(after: .error("slow_down"), .error("authorization_pending"), .error("slow_down"))
    _ = try provider.signIn().get()
    #expect(provider.clock.waits == [5, 10, 10, 15].map(Duration.seconds))
  }

  @Test func `A poll without an answer doubles the wait, up to a minute`() throws {
    try approve(after: .failure(.timeout), .failure(.unreachable(code: 7)), .failure(.timeout), .failure(.timeout))
    _ = try provider.signIn().get()
    #expect(provider.clock.waits == [5, 10, 20, 40, 60].map(Duration.seconds))
  }

  @Test(arguments: [
    (#""expires_in":600"#, [5, 5]), (#""interval":0,"expires_in":600"#, [1, 1]),
    (#""interval":-7,"expires_in":600"#, [1, 1]), (#""interval":"2","expires_in":"600""#, [2, 2]),
    (#""interval":1e300,"expires_in":600"#, [60, 60]), (#""interval":"nan","expires_in":600"#, [5, 5]),
  ])
  func `An interval is 1 to 60 seconds, and 5 if the provider names none`(_ fields: String, _ waits: [Int]) throws {
    try approve(after: .error("authorization_pending"))
    provider.answers["/device"] = [.json(PlayedProvider.device(fields))]
    _ = try provider.signIn().get()
    #expect(provider.clock.waits == waits.map { .seconds($0) })
  }

  @Test(arguments: [(1, 60), (60, 60), (900, 900), (1_000_000, 1800)])
  func `A code lives 1 to 30 minutes, and ends then whatever the provider says`(_ said: Int, _ lifetime: Int) throws {
    provider.answers["/device"] = [.json(PlayedProvider.device(#""interval":60,"expires_in":\#(said)"#))]
    var shown: [Duration] = []
    let result = provider.signIn { _ in shown.append(provider.clock.elapsed) }
    #expect(result.line == "step=token code=expired")
    #expect(result.reason == .tooLate)
    #expect(shown == (0..<5).map { .seconds(1000 + $0 * lifetime) })
  }

  @Test func `A code that has ended gives way to a new one`() throws {
    try approve(after: .error("expired_token"))
    provider.answers["/device"] = [
      .json(PlayedProvider.device()),
      .json(PlayedProvider.device().replacingOccurrences(of: "WDJB-MJHT", with: "NEXT-CODE")),
    ]
    var shown: [String] = []
    _ = try provider.signIn { shown.append($0.userCode) }.get()
    #expect(shown == ["WDJB-MJHT", "NEXT-CODE"])
  }

  @Test func `The codes of Google, 428 and 403, go on like others`() throws {
    try approve(
      after: .error("authorization_pending", status: 428), .error("slow_down", status: 403))
    provider.answers["/device"] = [
      .json(
        PlayedProvider.device(#""interval":5,"expires_in":1800"#)
          .replacingOccurrences(of: "verification_uri", with: "verification_url"))
    ]
    _ = try provider.signIn().get()
    #expect(provider.clock.waits == [5, 5, 10].map(Duration.seconds))
  }

  @Test func `A person who declines ends the sign-in, and so does an unknown code`() throws {
    for code in ["access_denied", "authorization_declined"] {
      provider.answers["/token"] = [.error(code)]
      #expect(provider.signIn().reason == .denied)
    }
    provider.answers["/token"] = [.error("invalid_client", status: 401)]
    let result = provider.signIn()
    #expect(result.reason == .misconfigured)
    #expect(result.line == "step=token code=invalid_client detail=401")
    provider.answers["/token"] = [.error("Ada's \u{1B}[2J token", status: 400)]
    #expect(provider.signIn().line == "step=token code=garbage detail=400")
  }

  @Test func `Three answers in a row that can't be read end the sign-in, two don't`() throws {
    let garbage = PlayedProvider.Answer.json("<html>busy</html>", status: 503)
    try approve(after: garbage, garbage, .error("authorization_pending"), garbage, garbage)
    _ = try provider.signIn().get()
    provider.answers["/token"] = [garbage]
    let result = provider.signIn()
    #expect(result.line == "step=token code=garbage detail=503")
    #expect(result.reason == .unreachable)
  }

  @Test(arguments: [
    ("https://id.example/activate?c=1", true), ("https://ID.example:443/x", true), ("https://id.example:8443/x", false),
    ("http://id.example/activate?c=1", false), ("https://evil.example/x", false),
    ("https://id.example@evil.example/", false), ("https://id.example.evil.example/", false), ("javascript:1", false),
  ])
  func `The complete address counts only if it is of the same origin`(_ complete: String, _ counts: Bool) throws {
    try approve()
    provider.answers["/device"] = [
      .json(PlayedProvider.device(#""expires_in":600,"verification_uri_complete":"\#(complete)""#))
    ]
    var shown: DeviceCode?
    _ = try provider.signIn { shown = $0 }.get()
    #expect(shown?.completeAddress?.text == (counts ? complete : nil))
  }

  @Test func `An unknown key is asked for once more, a minute after the last time`() throws {
    let fresh = try PlayedKey.rsa("two")
    let old = try provider.answers["/keys"]?[0].get().body?.text ?? ""
    provider.answers["/keys"] = [.json(old), .json(#"{"keys":[\#(try fresh.json())]}"#)]
    provider.answers["/token"] = [.tokens(try fresh.sign(PlayedProvider.claims()))]
    #expect(provider.signIn().line == "step=id-token code=unknown-key")
    #expect(provider.count("/keys") == 1)
    provider.answers["/keys"] = [.json(old), .json(#"{"keys":[\#(try fresh.json())]}"#)]
    provider.answers["/token"] =
      Array(repeating: .error("authorization_pending"), count: 12) + [.tokens(try fresh.sign(PlayedProvider.claims()))]
    _ = try provider.signIn().get()
    #expect(provider.count("/keys") == 3)
  }

  @Test func `No fault and no log line has a secret`() throws {
    let secret = "secret-of-the-client"
    for answer in [PlayedProvider.Answer.error("secret-device-code"), .tokens("secret.id.token"), .json("{}")] {
      provider.answers["/token"] = [answer]
      let line = provider.signIn(secret: secret).line
      #expect(line?.contains("secret") == false)
    }
  }
}
