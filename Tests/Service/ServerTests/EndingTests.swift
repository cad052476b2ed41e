import Identity
import AccountService
import Server
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

@MainActor @Suite struct EndingTests {
  @Test(.tags(.serviceKeepsAccounts)) func `The end of the form settles its attempt before the server closes`()
    async throws
  {
    let fixture = ServerFixture()
    try await fixture.addAda()
    fixture.gate.close()
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signIn)
    await form.turn(until: { fixture.gate.waiting == 1 })
    form.socket.finish()
    await form.turn(until: { false }, atMost: 5)
    #expect(!form.isAtEnd)
    #expect(!form.server.isIdle)
    fixture.gate.open()
    #expect(await form.isEnded())
    #expect(form.server.isIdle)
    #expect(try await form.outcomes().first == .cancelled)
    #expect(try await form.store.sessions(of: nil) == [])
  }

  @Test(arguments: 0...4)
  func `The server is idle when the form ends at any step`(_ step: Int) async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    let form = try TestClient(fixture)
    let steps: [() -> Void] = [
      { form.send(ServiceFixture.hello) },
      { form.send(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true)), 1) },
      { form.send(.password, ServiceFixture.secret, 1) },
      { form.send(.page(AttemptSearch(""), before: nil), 2) },
    ]
    for each in steps.prefix(step) {
      each()
      await form.turn(until: { false }, atMost: 10)
    }
    form.socket.finish()
    #expect(await form.turned { form.server.isIdle })
    #expect(try await form.outcomes().contains(.pending) == false)
  }

  @Test func `A session whose token did not reach its form ends`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    fixture.gate.close()
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signIn)
    await form.turn(until: { fixture.gate.waiting == 1 })
    // The loop learns of the end and of the answer in the same turn at best: no session may be left either way.
    fixture.gate.open()
    form.close()
    #expect(await form.turned(reads: false) { form.server.isIdle })
    #expect(try await form.store.sessions(of: nil) == [])
  }

  @Test func `A form that asks on without reading is not read, and is left when it reads`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    let long = AttemptSource(
      tty: String(repeating: "t", count: 255), uid: 1, host: String(repeating: "h", count: 255),
      program: String(repeating: "p", count: 255))
    for _ in 0..<60 { try await fixture.store.recordSignOut(of: ServiceFixture.ada, from: long) }
    let form = try await TestClient.signedIn(fixture)
    for _ in 0..<60 where !form.server.isIdle {
      form.send(.page(AttemptSearch(""), before: nil))
      await form.turn(until: { false }, atMost: 3, reads: false)
    }
    // then it is there, and its requests wait in the socket: more than it may have at once
    #expect(!form.server.isIdle)
    #expect(await form.turned { form.server.isIdle })
    let pages = await form.allReplies().count { if case .endOfRows = $0.reply { true } else { false } }
    #expect((1..<30).contains(pages))
  }

  /// As long as there is room for the answers. A form without room for more is the one above.
  @Test func `A form that reads late gets everything`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    for _ in 0..<60 { try await fixture.store.recordSignOut(of: ServiceFixture.ada, from: .at("here")) }
    let form = try await TestClient.signedIn(fixture)
    for _ in 0..<20 {
      form.send(.page(AttemptSearch(""), before: nil))
      await form.turn(until: { false }, atMost: 3, reads: false)
    }
    await form.turn(until: { form.pages == 20 })
    #expect(form.pages == 20)
  }

  @Test func `A server that drains answers what it was asked, and takes nothing more`() async throws {
    // given
    let fixture = ServerFixture()
    try await fixture.addAda()
    fixture.gate.close()
    let form = try await TestClient.welcomed(fixture, loopStands: true)
    form.begin(.signIn)
    await form.turn(until: { fixture.gate.waiting == 1 })
    // when
    form.server.drain(for: .seconds(10))
    fixture.gate.open()
    // then
    guard case .ended(.signedIn)? = await form.reply() else {
      Issue.record("The sign-in was not finished.")
      return
    }
    #expect(await form.turned { form.server.isIdle })
    #expect(try await form.outcomes().first == .signedIn)
  }

  @Test
  func `What waits to be hashed when a server ends is told to try again, and nobody is charged`()
    async throws
  {
    // given one hash that may never begin
    let fixture = ServerFixture()
    fixture.capacity = Capacity(hashes: 0)
    try await fixture.addAda()
    let form = try await TestClient.welcomed(fixture, loopStands: true)
    form.begin(.signIn)
    #expect(await form.reply() == .queued(place: 1))
    // when
    form.server.drain(for: .zero)
    // then
    #expect(await form.reply() == .ended(.unavailable(.service(.ended), isNew: false)))
    #expect(await form.turned { form.server.isIdle })
    #expect(try await form.outcomes().first == .notAccepted)
    #expect(try await form.store.throttleState().runs.isEmpty)
  }

  @Test func `A server that is stopped ends its connections in order`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    fixture.gate.close()
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signIn)
    await form.turn(until: { fixture.gate.waiting == 1 })
    form.server.stop()
    #expect(await form.isEnded())
    #expect(!form.server.isIdle)
    fixture.gate.open()
    #expect(await form.turned { form.server.isIdle })
    #expect(try await form.outcomes().first == .cancelled)
  }
}

extension TestClient {
  /// Turns the loop until the condition is true; false if it never is.
  func turned(reads: Bool = true, until isDone: () -> Bool) async -> Bool {
    await turn(until: isDone, reads: reads)
    return isDone()
  }
}

extension TestClient {
  /// The pages of the log that it has received.
  fileprivate var pages: Int { replies.count { if case .endOfRows = $0.reply { true } else { false } } }
}
