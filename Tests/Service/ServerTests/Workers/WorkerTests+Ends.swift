import Identity
import ServiceTestSupport
import TestSupport
import Testing
import Workers
import AccountService
import Messages

// The ends of a proof that are neither right nor wrong.

extension WorkerTests {
  @Test(arguments: ["", "ask({'id': 1, 'kind': {'password': {}}})\n"])
  func `A worker that can't prove anything now is unavailable, and nothing is charged`(_ asks: String) async throws {
    let body = Self.welcome + "hear()\n\(asks)say(unavailable={'reason': {'busy': {}}})\nhear()"
    let fixture = try await fixture(PlayedWorker(doing: body))
    for _ in 1...5 {
      let form = try await TestClient.welcomed(fixture)
      try form.begin(name: "ada", "correct horse")
      #expect(await form.reply() == .ended(.unavailable(.service(.workerFailed), isNew: false)))
    }
    let outcomes = try await fixture.store.page(of: AttemptQuery(email: nil), before: nil, limit: 10).attempts
      .map(\.outcome)
    #expect(outcomes == Array(repeating: .notAccepted, count: asks.isEmpty ? 0 : 5))
    #expect(try await fixture.store.throttleState().runs.isEmpty)
  }

  @Test(.tags(.workersOnlyProveNames), arguments: [true, false])
  func `An expired password is said to those who have an account, and charged to nobody else`(
    _ hasAccount: Bool
  ) async throws {
    let body = Self.asked + "say(expired={'id': 'ada/1000'})\nhear()"
    let fixture = try await fixture(PlayedWorker(doing: body))
    try await fixture.addAda()
    if hasAccount { _ = try await fixture.store.link(subject, to: ServiceFixture.ada) }
    let form = try await TestClient.welcomed(fixture)
    try form.begin(name: "ada", "correct horse")
    #expect(
      await form.reply()
        == .ended(hasAccount ? .passwordExpired : .refused(blockedFor: nil, isNew: false)))
    #expect(try await fixture.store.throttleState().runs.values.map(\.failures) == (hasAccount ? [] : [1]))
  }

  @Test func `A name that an address can't hold keeps nobody out`() async throws {
    let id = "7-" + String(repeating: "0123456789", count: 9)
    for (name, email) in [("иван.петров@x.example", "ivan@x.example"), ("*", nil), (id, nil)] {
      let mail = email.map { ", email='\($0)'" } ?? ""
      let body =
        Self.welcome
        + "hear()\nask({'id': 1, 'kind': {'password': {}}})\nsay(proven=dict(id='\(id)', name='\(name)'\(mail)))"
      let fixture = try await fixture(PlayedWorker(doing: body), signUp: .always)
      let form = try await TestClient.welcomed(fixture)
      try form.begin(name: "ada", "correct horse")
      #expect(try await signedIn(form).text == email ?? id.suffix(21) + "@test.localhost")
    }
  }

  @Test(.tags(.workersOnlyProveNames), arguments: ["a..b@example.com", "unknown@0123456789abcdef"])
  func `A vouched email that only a store may have is as good as none`(_ email: String) async throws {
    let body =
      Self.welcome
      + "hear()\nask({'id': 1, 'kind': {'password': {}}})\nsay(proven=dict(id='7', name='ada', email='\(email)'))"
    let form = try await TestClient.welcomed(try await fixture(PlayedWorker(doing: body), signUp: .always))
    try form.begin(name: "ada", "correct horse")
    #expect(try await signedIn(form) == name)
  }

  @Test func `A provider without a worker is unavailable`() async throws {
    let fixture = ServerFixture()
    fixture.names = { loop in
      WorkerAuthenticator(of: "test", at: WorkerPlace(program: nil, socket: "/nowhere"), WorkerPool(loop), version: "")
    }
    let form = try await TestClient.welcomed(fixture)
    try form.begin(name: "ada", "correct horse")
    #expect(await form.reply() == .ended(.unavailable(.service(.workerMissing), isNew: false)))
  }
}
