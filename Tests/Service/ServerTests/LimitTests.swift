import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import AccountService
import Messages

@testable import Server
@testable import Unix

/// The limits of a service, between forms of different users. `QuotasTests` has the numbers.
@MainActor @Suite struct LimitTests {
  private let fixture = ServerFixture()

  /// A form of root at a service, so that the store is there and others can come.
  private func service() async throws -> TestClient {
    fixture.limits = Limits(gateUIDs: [])
    try await fixture.addAda()
    return try await TestClient.welcomed(fixture)
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `The 17th connection of a user is told that the server is busy, and another user is served`() async throws {
    // given
    let first = try await service()
    var forms: [TestClient] = []
    for _ in 0..<16 { forms.append(try await .welcomed(beside: first, uid: 1000)) }
    // when
    let surplus = try TestClient(beside: first, uid: 1000)
    // then
    #expect(await surplus.reply() == .unavailable(.busy))
    #expect(await surplus.isEnded())
    _ = try await TestClient.welcomed(beside: first, uid: 1001)
    // and the place of one that leaves is free again
    forms.removeLast().socket.finish()
    #expect(await first.turned { first.server.admission.load.connections == 16 })
    _ = try await TestClient.welcomed(beside: first, uid: 1000)
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `All uids of one person count together, for connections and guesses, and the log has each guess`() async throws {
    // given Ada, who has 65,536 uids
    let first = try await service()
    first.server.change(to: fixture.dependencies(RunLoop(signals: -1)), limits: Limits(gateUIDs: [], people: .ofAda))
    var forms: [TestClient] = []
    for number in 0..<15 { forms.append(try await .welcomed(beside: first, uid: UInt32(100_000 + number))) }
    forms.append(try await .welcomed(beside: first, uid: 1000))
    // when one more of her uids connects, it is refused
    let surplus = try TestClient(beside: first, uid: 100_077)
    #expect(await surplus.reply() == .unavailable(.busy))
    // and her tenth email waits, whichever uid asks
    for (number, form) in forms.prefix(9).enumerated() {
      form.begin(.signIn, email("nobody\(number)@example.com"), "wrong horse")
      #expect(await form.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
    }
    forms[10].begin(.signIn, email("nobody10@example.com"), "wrong horse")
    guard case .ended(.throttled)? = await forms[10].reply() else {
      Issue.record("The tenth email did not wait.")
      return
    }
    // and the log has the uids that asked, and the person of what was blocked, whose rows are few
    let rows = try await first.log().filter { $0.outcome != .change(.accountAdded) }
    let uids: [UInt32] = [1000] + (100_000...100_008).reversed()
    #expect(rows.map(\.source.uid) == uids)
    // while others are served
    _ = try await TestClient.welcomed(beside: first, uid: 1001)
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `A host that a form claims does not count, and the texts of a claim are short`() async throws {
    let first = try await service()
    for number in 0..<3 {
      let form = try TestClient(beside: first, uid: 1000)
      let long = String(repeating: "\(number)", count: 255)
      form.send(.hello(Hello(program: "test", source: AttemptSource(tty: long, uid: 0, host: long, program: long))), 0)
      guard case .welcome? = await form.reply() else { throw ServiceFixture.Unexpected(nil) }
      for _ in 0..<2 {
        form.begin(.signIn, ServiceFixture.ada, "wrong horse")
        _ = await form.reply()
      }
    }
    let rows = try await first.log().filter { $0.outcome != .change(.accountAdded) }
    // three failures, and one row for all blocked attempts
    #expect(rows.map(\.outcome) == [.throttled, .refused, .refused, .refused])
    #expect(rows[0].times == 3)
    #expect(rows.allSatisfy { $0.source.host == "localhost" && $0.source.uid == 1000 })
    #expect(rows.allSatisfy { $0.source.tty.utf8.count == 64 && $0.source.program.utf8.count == 64 })
  }

  @Test(.tags(.serviceKeepsAccounts)) func `Thousands of connections of one user leave the others alone`() async throws
  {
    let first = try await service()
    var events: [ServerEvent] = []
    first.server.onEvent = { events.append($0) }
    let kept = try (0..<16).map { _ in try TestClient(beside: first, uid: 1000) }
    for _ in 0..<LongRun.rounds(500, promised: 10_000) { _ = try TestClient(beside: first, uid: 1000) }
    #expect(first.server.admission.load.connections == kept.count + 1)
    let other = try await TestClient.welcomed(beside: first, uid: 1001)
    other.begin(.signIn)
    guard case .ended(.signedIn)? = await other.reply() else {
      Issue.record("The other user was not served.")
      return
    }
    #expect(events == [.refused(.connectionsOfUser, uid: 1000)])
  }

  @Test func `The 31st conversation in a minute is refused, and the one after two seconds is not`() async throws {
    let first = try await service()
    let form = try await TestClient.welcomed(beside: first, uid: 1000)
    for _ in 0..<30 {
      form.begin(.signIn, wantsSession: false)
      guard case .ended(.signedIn)? = await form.reply() else {
        Issue.record("A conversation within the limit was refused.")
        return
      }
    }
    form.begin(.signIn, wantsSession: false)
    #expect(await form.reply() == .unavailable(.busy))
    let signIns = try await form.outcomes().count { $0 == .signedIn }
    #expect(signIns == 30)
    fixture.uptime += .seconds(2)
    form.begin(.signIn, wantsSession: false)
    guard case .ended(.signedIn)? = await form.reply() else {
      Issue.record("A conversation after two seconds was refused.")
      return
    }
  }

  @Test(.tags(.serviceKeepsAccounts)) func `The sixth answer of a user at once is refused before it is charged`()
    async throws
  {
    // given
    let first = try await service()
    fixture.gate.close()
    var forms: [TestClient] = []
    for _ in 0..<6 { forms.append(try await .welcomed(beside: first, uid: 1000)) }
    for form in forms.dropLast() { form.begin(.signIn, .random(), wantsSession: false) }
    #expect(await first.turned { fixture.gate.waiting == 5 })
    // when
    forms[5].begin(.signIn, wantsSession: false)
    // then
    #expect(await forms[5].reply() == .unavailable(.busy))
    #expect(try await first.outcomes().count { $0 == .pending } == 5)
    fixture.gate.open()
    for form in forms.dropLast() { _ = await form.reply() }
    // and the next one is verified
    forms[5].begin(.signIn, wantsSession: false)
    guard case .ended(.signedIn)? = await forms[5].reply() else {
      Issue.record("There is no room for another answer.")
      return
    }
  }

  @Test func `Sign-ins of many users at once all get in`() async throws {
    // given
    let (users, each) = (LongRun.rounds(10, promised: 50), 2)
    fixture.capacity = Capacity(hashes: 1)
    let first = try await service()
    var forms: [TestClient] = []
    for number in 0..<users * each {
      try await fixture.add(email("user\(number)@example.com"))
      forms.append(try await .welcomed(beside: first, uid: UInt32(1000 + number % users)))
    }
    // when
    for (number, form) in forms.enumerated() { form.begin(.signIn, email("user\(number)@example.com")) }
    // then
    for form in forms {
      var reply = await form.reply()
      while case .queued = reply { reply = await form.reply() }
      guard case .ended(.signedIn)? = reply else {
        throw ServiceFixture.Unexpected(reply)
      }
    }
  }

  @Test(.tags(.serviceKeepsAccounts)) func `Searches of one user at once make another one wait for one of them`()
    async throws
  {
    // given a member with a long log, who searches it 64 times at once
    let first = try await service()
    for _ in 0..<600 { try await fixture.store.recordSignOut(of: ServiceFixture.ada, from: .at("here")) }
    var forms: [TestClient] = []
    for _ in 0..<16 {
      let form = try await TestClient.welcomed(beside: first, uid: 1000)
      form.begin(.signIn, wantsSession: false)
      guard case .ended(.signedIn)? = await form.reply() else { throw ServiceFixture.Unexpected(nil) }
      forms.append(form)
    }
    let other = try await TestClient.welcomed(beside: first, uid: 1001)
    for _ in 0..<4 {
      for form in forms { form.send(.page(AttemptSearch("nowhere"), before: nil)) }
    }
    await forms[0].turn(until: { first.server.admission.storeQueue.count > 40 })
    // when another user begins
    other.send(.token, SecureToken().base64URL, 7)
    #expect(await other.reply() == .verified(nil))
    // then most of the searches are still to come
    #expect(first.server.admission.storeQueue.count > 20)
    for form in forms {
      for _ in 0..<4 { #expect(await form.reply() == .endOfRows(next: nil)) }
    }
  }

  @Test(.tags(.serviceKeepsAccounts)) func `A form that reads no replies is not read either, and loses none of them`()
    async throws
  {
    // given
    let first = try await service()
    let form = try await TestClient.welcomed(beside: first, uid: 1000)
    let request = Request.previousSignIn.message(1)
    // when it asks until its socket is full, no faster than it may, and reads nothing
    var sent = 0
    var fullTurns = 0
    while sent < 10_000, fullTurns < 20 {
      if case .sent = form.socket.send(request) {
        fixture.uptime += .milliseconds(10)
        sent += 1
        fullTurns = 0
      } else {
        await form.turn(until: { false }, atMost: 1, reads: false)
        fullTurns += 1
      }
    }
    // then the service has stopped reading, and others are served
    #expect(sent < 10_000)
    let other = try await TestClient.welcomed(beside: first, uid: 1001)
    other.begin(.signIn, wantsSession: false)
    guard case .ended(.signedIn)? = await other.reply() else {
      Issue.record("The other user was not served.")
      return
    }
    // and each request is answered once the form reads
    var replies = 0
    while replies < sent, let reply = await form.reply() {
      #expect(reply == .unavailable(.notNow))
      replies += 1
    }
    #expect(replies == sent)
  }

  @Test func `A program that breaks the protocol is noted once a minute`() async throws {
    let first = try await service()
    var events: [ServerEvent] = []
    first.server.onEvent = { events.append($0) }
    for _ in 0..<3 {
      let form = try TestClient(beside: first, uid: 1000)
      _ = form.socket.send([0x41, 0, 0, 0, 1])
      #expect(await form.isEnded())
    }
    #expect(events == [.offence(uid: 1000)])
    fixture.uptime += .seconds(60)
    let form = try await TestClient.welcomed(beside: first, uid: 1000)
    form.send(ServiceFixture.hello)
    #expect(await form.isEnded())
    #expect(events == [.offence(uid: 1000), .offence(uid: 1000)])
  }
}

extension SubordinateUsers {
  /// Ada is uid 1000.
  fileprivate static var ofAda: SubordinateUsers {
    SubordinateUsers(text: "ada:100000:65536\n", passwd: "ada:x:1000:1000::/home/ada:/bin/sh\n")
  }
}

extension EmailAddress {
  /// An email without an account.
  fileprivate static func random() -> EmailAddress { email("nobody\(Int.random(in: 0..<1_000_000))@example.com") }
}
