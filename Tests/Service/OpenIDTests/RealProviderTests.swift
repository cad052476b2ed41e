import Curl
import Identity
import OpenID
import OpenIDSettings
import Secrets
import Testing

/// glewlwyd, which says `slow_down`, and nanoidp, which gives no email in its token.
@Suite("Real providers", .serialized, .enabled(if: RealProvider.isWanted, "make test-engines starts them"))
struct RealProviderTests {
  private func settings(_ real: RealProvider, groups: [String] = [], trustsEmail: Bool = true) -> OpenIDProvider {
    OpenIDProvider(
      name: "test", issuer: real.issuer, clientID: "signin", groups: groups, trustsEmail: trustsEmail)
  }

  private func signIn(
    _ settings: OpenIDProvider, over network: some HTTP, secret: String = "s3cret", show: (DeviceCode) -> Void
  ) -> Result<Person, OpenIDFault> {
    let secret = SecretBytes(copying: Array(secret.utf8))
    return Result { () throws(OpenIDFault) in
      try DeviceLogin(at: settings, secret: secret, over: network, HastyClock()).run(show: show)
    }
  }

  @Test func `glewlwyd slows us down, and proves the person in the end`() throws {
    let real = try RealProvider("glewlwyd")
    var code = ""
    let network = WatchedNetwork(try CurlClient(agent: "test")) { words in
      if words.last == "slow_down", !words.dropLast().contains("slow_down") { real.act("approve", code) }
    }
    let person = try signIn(settings(real), over: network) { code = $0.userCode }.get()
    #expect(network.words.contains("slow_down"))
    #expect(network.words.last == "id_token")
    #expect(person.email == "ada@lovelace.example")
    #expect(!person.id.isEmpty)
  }

  @Test func `glewlwyd says of no email that it is verified`() throws {
    let real = try RealProvider("glewlwyd")
    let network = try CurlClient(agent: "test")
    let result = signIn(settings(real, trustsEmail: false), over: network) { real.act("approve", $0.userCode) }
    #expect(try result.get().email == nil)
  }

  @Test func `nanoidp proves, with the email of userinfo, and takes a refusal`() throws {
    let real = try RealProvider("nanoidp")
    let network = try CurlClient(agent: "test")
    let person = signIn(settings(real), over: network) { real.act("authorize", $0.userCode, "admin", "admin") }
    #expect(try person.get().email == "admin@example.org")
    let declined = signIn(settings(real), over: network) { real.act("deny", $0.userCode, "admin", "admin") }
    #expect(declined.reason == .denied)
  }

  @Test func `nanoidp has groups, and refuses a client with another secret`() throws {
    let real = try RealProvider("nanoidp")
    let network = try CurlClient(agent: "test")
    let admins = settings(real, groups: ["ADMINISTRATORS"])
    let admin = signIn(admins, over: network) { real.act("authorize", $0.userCode, "admin", "admin") }
    #expect(admin.reason == nil)
    let tester = signIn(admins, over: network) { real.act("authorize", $0.userCode, "testuser", "test123") }
    #expect(tester.reason == .notAllowed)
    let stranger = signIn(admins, over: network, secret: "wrong") { _ in }
    #expect(stranger.line == "step=device code=invalid_client detail=401")
  }

  @Test(arguments: ["glewlwyd", "nanoidp"])
  func `The doctor finds each of them well`(_ name: String) throws {
    let real = try RealProvider(name)
    let trial = ProviderTrial(settings(real), SecretBytes(copying: Array("s3cret".utf8)))
    let result = try trial.run(over: try CurlClient(agent: "test"), HastyClock())
    #expect(result.keys > 0)
    #expect(result.skew.map { abs($0) < 30 } ?? true)
  }
}
