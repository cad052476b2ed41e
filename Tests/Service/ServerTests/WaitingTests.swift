import Identity
import ServiceTestSupport
import TestSupport
import Testing
import AccountService
import Messages

@testable import Server

/// Requests that wait in the queue for hashes.
@MainActor @Suite struct WaitingTests {
  private let fixture = ServerFixture()

  /// A service whose only turn is taken.
  private func busyService() async throws -> (TestClient, FairQueue.Ticket) {
    (fixture.limits, fixture.capacity) = (Limits(gateUIDs: []), Capacity(hashes: 1))
    try await fixture.addAda()
    let first = try await TestClient.welcomed(fixture)
    let turn = try #require(await first.server.admission.queue.begin(99) { _ in })
    return (first, turn)
  }

  @Test func `A form that waits is told its place, and each new one`() async throws {
    // given
    let (first, turn) = try await busyService()
    var forms: [TestClient] = []
    for uid: UInt32 in 1000...1002 { forms.append(try await .welcomed(beside: first, uid: uid)) }
    // when, then
    for (place, form) in forms.enumerated() {
      form.begin(.signIn, wantsSession: false)
      #expect(await form.reply() == .queued(place: place + 1))
    }
    forms[0].send(.cancel, 1)
    #expect(await forms[1].reply() == .queued(place: 1))
    #expect(await forms[2].reply() == .queued(place: 2))
    first.server.admission.queue.end(turn)
    for form in forms[1...] {
      var reply = await form.reply()
      if case .queued = reply { reply = await form.reply() }
      #expect(reply == .ended(.signedIn(ServiceFixture.ada, nil, isNew: false)))
    }
  }

  @Test func `The hashes of an administrator's program wait for their turns, too`() async throws {
    // given
    (fixture.limits, fixture.capacity) = (Limits(gateUIDs: []), Capacity(hashes: 1))
    let program = try await PlayedAdministrator.welcomed(fixture)
    let turn = try #require(await program.server.admission.queue.begin(99) { _ in })
    // when
    let number = program.sendChange()
    program.send(.password, ServiceFixture.secret, number)
    program.send(.newPassword, "battery staple", number)
    // then
    #expect(await program.reply() == .queued(place: 1))
    #expect(await program.allReplies() == [])
    #expect(try await fixture.store.rows(of: ServiceFixture.ada).first?.outcome == .pending)
    program.server.admission.queue.end(turn)
    #expect(await program.reply() == .ended(.changed))
  }

  @Test func `A form that need not wait hears of no queue`() async throws {
    (fixture.limits, fixture.capacity) = (Limits(gateUIDs: []), Capacity(hashes: 1))
    try await fixture.addAda()
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signIn, wantsSession: false)
    #expect(await form.reply() == .ended(.signedIn(ServiceFixture.ada, nil, isNew: false)))
  }

  @Test(.tags(.serviceKeepsAccounts)) func `An attempt is charged before it waits`() async throws {
    let (first, turn) = try await busyService()
    let form = try await TestClient.welcomed(beside: first, uid: 1000)
    form.begin(.signIn)
    #expect(await form.reply() == .queued(place: 1))
    #expect(try await form.outcomes().first == .pending)
    first.server.admission.queue.end(turn)
  }

  @Test(.tags(.serviceKeepsAccounts), arguments: [Begin.Purpose.signIn, .signUp])
  func `An attempt that is cancelled while it waits is on record as cancelled`(_ purpose: Begin.Purpose) async throws {
    fixture.signUp = .always
    let (first, turn) = try await busyService()
    let form = try await TestClient.welcomed(beside: first, uid: 1000)
    let number = form.begin(purpose, purpose == .signUp ? email("new@example.com") : ServiceFixture.ada)
    #expect(await form.reply() == .queued(place: 1))
    form.send(.cancel, number)
    #expect(await form.reply() == .ended(.cancelled(isNew: false)))
    #expect(try await form.outcomes().first == .cancelled)
    // and its place is free
    first.server.admission.queue.end(turn)
    form.begin(.signIn, wantsSession: false)
    #expect(await form.reply() == .ended(.signedIn(ServiceFixture.ada, nil, isNew: false)))
  }

  @Test func `A change of password that is cancelled while it waits is on record as cancelled`() async throws {
    let (first, turn) = try await busyService()
    first.begin(.signIn, wantsSession: false)
    #expect(await first.reply() == .queued(place: 1))
    first.server.admission.queue.end(turn)
    #expect(await first.reply() == .ended(.signedIn(ServiceFixture.ada, nil, isNew: false)))
    let again = try #require(await first.server.admission.queue.begin(99) { _ in })
    let number = first.begin(.changePassword, to: "battery staple")
    #expect(await first.reply() == .queued(place: 1))
    first.send(.cancel, number)
    #expect(await first.reply() == .ended(.cancelled(isNew: false)))
    #expect(try await first.outcomes().first == .cancelled)
    first.server.admission.queue.end(again)
  }

  @Test func `An attempt whose form is gone while it waits is on record as cancelled`() async throws {
    let (first, turn) = try await busyService()
    let form = try await TestClient.welcomed(beside: first, uid: 1000)
    form.begin(.signIn)
    #expect(await form.reply() == .queued(place: 1))
    form.socket.finish()
    #expect(await form.isEnded())
    #expect(try await form.outcomes().first == .cancelled)
    first.server.admission.queue.end(turn)
  }
}
