import Identity
import OpenIDSettings
import Testing

@testable import OpenID

@Suite("What a provider says of a person")
struct PersonTests {
  private let provider = PlayedProvider()
  private let key: PlayedKey

  init() throws {
    key = try PlayedKey.usual.get()
    provider.answers["/keys"] = [.json(#"{"keys":[\#(try key.json())]}"#)]
  }

  private func result(
    _ changes: [String: String?], _ settings: OpenIDProvider = .played(), userinfo: String? = nil
  ) throws -> Result<Person, OpenIDFault> {
    provider.answers["/token"] = [.tokens(try key.sign(PlayedProvider.claims(changes)))]
    provider.answers["/userinfo"] = [.json(userinfo ?? #"{"sub":"248289761001"}"#)]
    return provider.signIn(settings)
  }

  @Test(
    arguments: [
      ("true", true), (#""true""#, true), ("false", false), (#""yes""#, false), ("1", false), (nil, false),
    ] as [(String?, Bool)])
  func `An email counts only if it is verified`(_ verified: String?, _ counts: Bool) throws {
    let person = try result(["email_verified": verified]).get()
    #expect(person.email == (counts ? "ada@lovelace.example" : nil))
  }

  @Test func `An email of a trusted provider counts always`() throws {
    let person = try result(["email_verified": nil], .played(trustsEmail: true)).get()
    #expect(person.email == "ada@lovelace.example")
  }

  @Test func `Userinfo has the email that the token lacks`() throws {
    let person = try result(
      ["email": nil, "email_verified": nil],
      userinfo: #"{"sub":"248289761001","email":"ada@lovelace.example","email_verified":true}"#
    ).get()
    #expect(person.email == "ada@lovelace.example")
    #expect(provider.headers.last == "Bearer secret-access-token")
  }

  @Test func `The word about an email must come with it`() throws {
    let person = try result(
      ["email_verified": nil], userinfo: #"{"sub":"248289761001","email":"x@y.example","email_verified":true}"#
    ).get()
    #expect(person.email == nil)
    #expect(provider.count("/userinfo") == 0)
  }

  @Test(arguments: [
    #"{"sub":"somebody-else","email":"x@y.example","email_verified":true}"#, #"{"email":"x@y.example"}"#,
  ])
  func `Userinfo of another subject ends the sign-in`(_ userinfo: String) throws {
    let result = try result(["email": nil], userinfo: userinfo)
    #expect(result.line == "step=userinfo code=subject")
    #expect(result.reason == .answer)
  }

  @Test(
    arguments: [
      (#"["staff","ops"]"#, nil), (#""ops""#, nil), (#"["staff"]"#, "step=check code=group"),
      ("[]", "step=check code=no-groups"), (#"[{"name":"ops"}]"#, "step=check code=no-groups"),
      (#"["OPS"]"#, "step=check code=group"),
    ] as [(String, String?)])
  func `Somebody must be in one of the groups`(_ groups: String, _ line: String?) throws {
    #expect(try result(["groups": groups], .played(groups: ["ops", "admins"])).line == line)
  }

  @Test func `Userinfo has the groups that the token lacks`() throws {
    let settings = OpenIDProvider.played(groups: ["ops"])
    #expect(try result([:], settings, userinfo: #"{"sub":"248289761001","groups":["ops"]}"#).line == nil)
    #expect(try result([:], settings).reason == .notAllowed)
  }

  @Test func `An email must be of one of the domains, and verified`() throws {
    let settings = OpenIDProvider.played(domains: ["Lovelace.example"])
    #expect(try result([:], settings).line == nil)
    #expect(try result(["email": #""ada@LOVELACE.example""#], settings).line == nil)
    #expect(try result(["email": #""ada@evil.example""#], settings).reason == .notAllowed)
    #expect(try result(["email": #""ada@lovelace.example@evil.example""#], settings).reason == .notAllowed)
    #expect(try result(["email": #""ada@sub.lovelace.example""#], settings).reason == .notAllowed)
    #expect(try result(["email": nil], settings).reason == .emailMissing)
    #expect(try result(["email_verified": "false"], settings).reason == .emailNotVerified)
  }

  @Test(
    arguments: [
      (["amr": #"["pwd","otp"]"#], true), (["acr": #""phr""#], true), (["amr": #"["pwd"]"#], false), ([:], false),
    ] as [([String: String?], Bool)])
  func `Ways that the settings accept count as a second step`(_ changes: [String: String?], _ counts: Bool) throws {
    #expect(try result(changes, .played(secondStep: ["otp", "phr"])).get().hasSecondStep == counts)
    #expect(try !result(changes).get().hasSecondStep)
  }

  @Test func `The name is that of the provider, else the email, else the subject`() throws {
    #expect(try result(["preferred_username": #""ada""#]).get().name == "ada")
    #expect(try result([:]).get().name == "ada@lovelace.example")
    #expect(try result(["email_verified": "false"]).get().name == "248289761001")
    #expect(try result(["preferred_username": #""a\u001b[2J""#]).get().name == "ada@lovelace.example")
  }
}
