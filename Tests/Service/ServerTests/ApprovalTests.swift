import Foundation
import Identity
import AccountService
import Messages
import ServiceTestSupport
import TestSupport
import Testing
import Workers

/// A worker whose people approve elsewhere.
@MainActor @Suite struct ApprovalTests {
  private let linked = Subject(provider: "test", id: "248289761001")

  /// Says hello, and waits for the conversation. `page` shows one, and `hear` waits for the form to go on.
  private static let opening = """
    hear()
    say(worker={"version": {"major": 2, "minor": 2}})
    hear()
    def page(code, **more):
        say(wait={"reason": "approval", "page": {"address": "https://login.example.com/device", "code": code,
            "timeLimit": 600000, **more}})
        hear()

    """

  private func worker(_ body: String) throws -> PlayedWorker { try PlayedWorker(doing: Self.opening + body) }

  @Test func `A form shows the page with the provider's title, waits, and is signed in`() async throws {
    let (fixture, form) = try await form(
      worker("page(\"WDJB-MJHT\")\nsay(proven={\"id\": \"248289761001\", \"name\": \"ada\"})"))
    let number = try form.begin(name: "*")
    guard case .wait(.approval, let page?) = await form.reply() else { throw ServiceFixture.Unexpected(nil) }
    #expect(page.title == "Example Corp")
    #expect(page.code == "WDJB-MJHT")
    form.send(.proceed, number)
    #expect(try await signedIn(form) == ServiceFixture.ada)
    #expect(try await form.outcomes().filter { !$0.isChange }.first == .signedIn)
    #expect(fixture.store.pendingCount == 0)
  }

  @Test func `The next page replaces the one whose code has ended, up to the fifth`() async throws {
    let (_, form) = try await form(worker("for code in \"ABCDEF\": page(code)"))
    let number = try form.begin(name: "*")
    for code in ["A", "B", "C", "D", "E"] {
      guard case .wait(.approval, let page?) = await form.reply() else { throw ServiceFixture.Unexpected(nil) }
      #expect(page.code == code)
      form.send(.proceed, number)
    }
    #expect(await form.reply() == .ended(.unavailable(.service(.workerFailed), isNew: false)))
  }

  @Test(arguments: ["failed={\"reason\": \"denied\"}", "refused={}"])
  func `Nobody is charged where nothing was verified`(_ last: String) async throws {
    let (fixture, form) = try await form(worker("page(\"A\")\nsay(\(last))"))
    for _ in 1...4 {
      let number = try form.begin(name: "*")
      _ = await form.reply()
      form.send(.proceed, number)
      #expect(await form.reply() == .ended(.unavailable(.provider(.denied), isNew: false)))
    }
    #expect(try await fixture.store.throttleState().runs.isEmpty)
  }

  @Test(arguments: [true, false])
  func `A form that leaves or gives up ends the worker at once, and charges nobody`(_ leaves: Bool) async throws {
    let (fixture, form) = try await form(worker("page(\"A\")\nhear()"))
    let number = try form.begin(name: "*")
    _ = await form.reply()
    form.send(.proceed, number)
    if leaves { form.close() } else { form.send(.cancel, number) }
    await form.turn(until: { fixture.pool?.isEmpty == true }, reads: !leaves)
    #expect(fixture.pool?.isEmpty == true)
    #expect(fixture.store.pendingCount == 0)
    #expect(try await fixture.store.throttleState().runs.isEmpty)
  }

  @Test(
    arguments: [
      "page(\"A B\")", "page(\"A\", title=\"\")", "page(\"A\", completeAddress=\"https://evil.example/\")",
      "page(\"A\", address=\"http://login.example.com/\")", "page(\"A\", timeLimit=1800001)",
      "page(\"A\", title=\"\\u001b[2J\")",
    ])
  func `A page outside of the limits ends the worker`(_ page: String) async throws {
    let (_, form) = try await form(worker(page))
    try form.begin(name: "*")
    #expect(await form.reply() == .ended(.unavailable(.service(.workerFailed), isNew: false)))
  }

  @Test func `A person without a name is nobody`() async throws {
    let (_, form) = try await form(worker("page(\"A\")\nsay(proven={\"id\": \"1\"})"))
    let number = try form.begin(name: "*")
    _ = await form.reply()
    form.send(.proceed, number)
    #expect(await form.reply() == .ended(.unavailable(.service(.workerFailed), isNew: false)))
  }

  @Test(.tags(.workersOnlyProveNames))
  func `A stranger hears that they have no account, and the administrator whom to link`() async throws {
    let (fixture, form) = try await form(
      worker("page(\"A\")\nsay(proven={\"id\": \"9\", \"name\": \"eve\", \"email\": \"\(ServiceFixture.ada.text)\"})"))
    let number = try form.begin(name: "*")
    _ = await form.reply()
    form.send(.proceed, number)
    #expect(await form.reply() == .ended(.unavailable(.provider(.noAccount), isNew: false)))
    #expect(fixture.strangers.all == [Subject(provider: "test", id: "9")])
    #expect(try await fixture.store.throttleState().runs.isEmpty)
  }

  // MARK: Scenes

  private func form(_ worker: PlayedWorker) async throws -> (ServerFixture, TestClient) {
    let fixture = ServerFixture()
    worker.serve(fixture, title: "Example Corp")
    fixture.worker = worker
    try await fixture.addAda()
    _ = try await fixture.store.link(linked, to: ServiceFixture.ada)
    return (fixture, try await TestClient.welcomed(fixture))
  }

  private func signedIn(_ form: TestClient) async throws -> EmailAddress {
    let reply = await form.reply()
    guard case .ended(.signedIn(let email, _, _)) = reply else { throw ServiceFixture.Unexpected(reply) }
    return email
  }
}
