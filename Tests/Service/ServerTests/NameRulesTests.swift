import Identity
import ServiceTestSupport
import TestSupport
import Testing
import AccountService
import Messages

@testable import Server

/// The rules for names that workers prove, between people who don't wish each other well.
@MainActor @Suite struct NameRulesTests {
  private let subject = Subject(provider: "test", id: "ada/1000")

  @Test func `A member whose session has ended links nobody`() async throws {
    // Given an intruder at Ada's session, whose conversation is at its last step
    let fixture = try fixture()
    let form = try await TestClient.signedIn(fixture)
    let number = try form.begin(.link, name: "ada", ServiceFixture.secret)
    let asked = await form.reply()
    guard case .ask(let question) = asked else { throw ServiceFixture.Unexpected(asked) }
    form.send(.password, "correct horse", to: question.challenges[0].id, number)
    _ = await form.reply()
    // When all sessions of Ada are ended
    _ = try await fixture.store.revoke(.allOf(ServiceFixture.ada), from: .at("admin"))
    form.send(.proceed, number)
    // Then no way in is left behind
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await fixture.store.account(of: subject) == nil)
  }

  @Test func `A member without a session links nobody`() async throws {
    let form = try await TestClient.signedIn(try fixture(), wantsSession: false)
    try form.begin(.link, name: "ada", "correct horse")
    #expect(await form.reply() == .unavailable(.notNow))
  }

  @Test func `Nobody signs up with the address of a name, which is for its owner`() async throws {
    let form = try await TestClient.welcomed(try fixture(signUp: .always))
    for address in ["ada@test.localhost", "Ada@TEST.localhost"] {
      form.begin(.signUp, email(address))
      #expect(await form.reply() == .unavailable(.notNow))
    }
    form.begin(.signUp, email("ada@localhost.example"))
    #expect(try await signedIn(form) == email("ada@localhost.example"))
  }

  @Test func `Where only names are taken, nobody signs up with an email`() async throws {
    let fixture = try fixture(signUp: .always)
    fixture.logins = .name(provider: "test")
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signUp)
    #expect(await form.reply() == .unavailable(.notNow))
  }

  @Test func `The fifth worker of a user at once is refused, and the place of one that is let go is free`() async throws
  {
    // Given four conversations in which a worker waits
    let fixture = try fixture(
      PlayedWorker(
        doing: """
          hear()
          say(worker={"version": {"major": 2, "minor": 0}})
          hear()
          ask({"id": 1, "kind": {"password": {}}})
          """))
    fixture.limits = Limits(gateUIDs: [])
    let first = try await TestClient.welcomed(fixture)
    var forms: [TestClient] = []
    for _ in 0..<5 { forms.append(try await .welcomed(beside: first, uid: 1000)) }
    for form in forms.dropLast() { #expect(try await isAsked(form)) }
    // When the user begins another one
    try forms[4].begin(name: "ada")
    // Then that is refused, while another user is served
    #expect(await forms[4].reply() == .unavailable(.busy))
    #expect(try await isAsked(.welcomed(beside: first, uid: 1001)))
    // And there is room again after each way to let go
    forms[0].send(.cancel, 1)
    #expect(await forms[0].reply() == .ended(.cancelled(isNew: false)))
    #expect(try await isAsked(forms[4]))
    forms[1].close()
    await first.turn(until: { first.server.admission.load.connections == 5 })
    #expect(try await isAsked(forms[0]))
  }

  // MARK: Scenes

  private func isAsked(_ form: TestClient) async throws -> Bool {
    try form.begin(name: "ada")
    if case .ask = await form.reply() { return true }
    return false
  }

  private func fixture(_ worker: PlayedWorker? = nil, signUp: AdditionCondition? = nil) throws -> ServerFixture {
    let fixture = ServerFixture()
    fixture.signUp = signUp
    let worker = try worker ?? .example()
    worker.serve(fixture)
    fixture.worker = worker
    return fixture
  }

  private func signedIn(_ form: TestClient) async throws -> EmailAddress {
    let reply = await form.reply()
    guard case .ended(.signedIn(let email, _, _)) = reply else { throw ServiceFixture.Unexpected(reply) }
    return email
  }
}
