import Glibc
import Identity
import AccountService
import Server
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

@MainActor @Suite struct AdministrationTests {
  private typealias Program = PlayedAdministrator
  private nonisolated static let bob = email("bob@example.com")

  @Test func `The welcome brings the rules of the service`() async throws {
    let program = try PlayedAdministrator()
    let rules = AdminRules(
      hasStore: true, hashCost: ServiceFixture.cheap.cost, throttle: Throttle(), takesSoftwareKeys: false)
    guard case .welcome(let welcome)? = await program.answer(to: Program.hello) else {
      Issue.record("There was no welcome.")
      return
    }
    #expect(welcome.program == "server 1")
    #expect(welcome.newLengths == 6...20)
    #expect(welcome.administration == rules)
  }

  @Test func `A program of another major version is told the server's, and left`() async throws {
    let program = try PlayedAdministrator()
    let old = ProtocolVersion(major: 0, minor: 9)
    #expect(
      await program.answer(to: .hello(Hello(version: old, program: "old", source: Program.source)))
        == .unavailable(.version(.current)))
    #expect(await program.isEnded())
  }

  @Test(arguments: [AdminRequest.accounts(after: nil, limit: 5), .throttleState, .clear(.all), .sessions(nil)])
  func `Nothing is shown or done before hello`(_ request: AdminRequest) async throws {
    let program = try PlayedAdministrator()
    #expect(await program.answer(to: .administer(request)) == .unavailable(.notNow))
    #expect(await program.isEnded())
  }

  @Test func `Accounts are added, listed, changed and removed, without a hash coming out`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    let hash = try ServiceFixture.cheap.hash(try password("battery staple"))
    try await program.remotely { store async throws in
      let source = Program.source
      #expect(try await store.add(Self.bob, hash, .always, from: source) == .added)
      #expect(try await store.add(Self.bob, hash, .always, from: source) == .exists)
      #expect(try await store.accounts(after: nil, limit: 10).map(\.email) == [ServiceFixture.ada, Self.bob])
      #expect(try await store.accounts(after: ServiceFixture.ada, limit: 10).map(\.email) == [Self.bob])
      #expect(try await store.change(Self.bob, .lock, from: source) == .found)
      #expect(try await store.accounts(after: ServiceFixture.ada, limit: 10).map(\.isLocked) == [true])
      #expect(try await store.change(Self.bob, .removeSecondStep, from: source) == .missing)
      #expect(try await store.knownAccount(of: Self.bob)?.hasSecondStep == false)
      #expect(try await store.change(Self.bob, .oneTimePassword(hash), from: source) == .found)
      #expect(try await store.change(Self.bob, .remove, from: source) == .found)
      #expect(try await store.knownAccount(of: Self.bob) == nil)
      #expect(try await store.widestPasswordLength(including: 8...64) == 8...64)
    }
    #expect(try await program.fixture.store.isEmpty() == false)
  }

  @Test func `Subjects are linked, listed and unlinked, and the log says by whom`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    let subject = Subject(provider: "pam", id: "ada/1000")
    try await program.remotely { store async throws in
      #expect(try await store.link(subject, to: Self.bob, from: Program.source) == .missing)
      #expect(try await store.link(subject, to: ServiceFixture.ada, from: Program.source) == .linked)
      #expect(try await store.subjects(of: ServiceFixture.ada) == [subject])
      #expect(try await store.unlink(subject, of: ServiceFixture.ada, from: Program.source))
      #expect(try await store.unlink(subject, of: ServiceFixture.ada, from: Program.source) == false)
      #expect(try await store.subjects(of: ServiceFixture.ada) == [])
    }
    let rows = try await program.fixture.store.rows(of: ServiceFixture.ada)
    #expect(rows.count { $0.source.uid == geteuid() && $0.source.program == Program.source.program } == 2)
  }

  @Test(.tags(.serviceKeepsAccounts)) func `The log has the uid that the kernel names, whatever the program claims`()
    async throws
  {
    let program = try await PlayedAdministrator.welcomed()
    #expect(await program.answer(to: AdminRequest.change(ServiceFixture.ada, .lock, Program.source)) == .lookup(.found))
    let rows = try await program.fixture.store.rows(of: ServiceFixture.ada)
    let known = AttemptSource(tty: "pts/9", uid: geteuid(), host: "192.0.2.9", program: "account test")
    #expect(rows.first?.source == known)
  }

  @Test func `Sessions are verified, listed and ended`() async throws {
    let fixture = ServerFixture()
    let member = try await TestClient.signedIn(fixture)
    let token = try #require(member.tokens.first)
    let program = try PlayedAdministrator(fixture)
    try await program.remotely { store async throws in
      let session = try #require(try await store.verify(token.digest))
      #expect(session.email == ServiceFixture.ada)
      #expect(try await store.verify(SecureToken().digest) == nil)
      #expect(try await store.sessions(of: nil).map(\.id) == [session.id])
      #expect(try await store.sessions(of: Self.bob).isEmpty)
      #expect(try await store.revoke(.id(session.id), from: Program.source) == 1)
      #expect(try await store.revoke(.all, from: Program.source) == 0)
    }
  }

  @Test func `The log is read page by page, and the throttle is shown and cleared`() async throws {
    let fixture = ServerFixture()
    for number in 0..<300 { try await fixture.store.recordSignOut(of: Self.bob, from: .at("host\(number)")) }
    guard case .admitted(let admission) = try await fixture.store.charge(Self.bob, from: .at("x"), under: Throttle())
    else { throw AttemptBlocked() }
    _ = try await fixture.store.settle(admission.attempt, as: .refused, under: Throttle())
    let expected = try await fixture.store.throttleState()
    let program = try PlayedAdministrator(fixture)
    try await program.remotely { store async throws in
      let page = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 1000)
      #expect(page.attempts.count == 200)
      let rest = try await store.page(of: AttemptQuery(email: Self.bob), before: page.next, limit: 1000)
      #expect(rest.attempts.count == 101)
      #expect(rest.next == nil)
      let query = AttemptQuery(email: nil, search: AttemptSearch("host17"))
      #expect(try await store.page(of: query, before: nil, limit: 100).attempts.count == 11)
      #expect(try await store.throttleState() == expected)
      #expect(try await store.clear(.email(Self.bob)) == 1)
    }
  }

  @Test func `The current password is verified in the server, and an attempt like any other`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    try await program.remotely { store async throws in
      func change(_ current: String, to new: String) async throws -> PasswordChangeOutcome {
        await store.changingPassword(from: Program.source).changePassword(
          of: ServiceFixture.ada, from: try password(current), to: try password(new))
      }
      func confirm(_ current: String) async throws -> PasswordChangeOutcome {
        await store.changingPassword(from: Program.source).confirm(try password(current), of: ServiceFixture.ada)
      }
      #expect(try await confirm("wrong password") == .refused(blockedFor: nil))
      #expect(try await confirm(ServiceFixture.secret) == .confirmed)
      #expect(try await change("wrong password", to: "battery staple") == .refused(blockedFor: nil))
      #expect(try await change(ServiceFixture.secret, to: "short") == .violation(.length(6...20)))
      #expect(try await change(ServiceFixture.secret, to: "battery staple") == .changed)
    }
    let rows = try await program.fixture.store.rows(of: ServiceFixture.ada)
    #expect(rows.map(\.outcome) == [.change(.passwordChanged), .refused, .passed, .refused, .change(.accountAdded)])
    #expect(rows.prefix(4).allSatisfy { $0.source.uid == geteuid() })
  }

  @Test func `A thousand accounts come in batches, and are added in one step`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    let hash = try ServiceFixture.cheap.hash(try password("battery staple"))
    let accounts = (0..<1000).map { NewAccount(email: email("person\($0)@example.com"), passwordHash: hash) }
    try await program.remotely { store async throws in
      let source = Program.source
      let existing = try await store.add(accounts, .allOrNone, allowing: 6...20, from: source)
      #expect(existing.isEmpty)
      #expect(try await store.add(accounts, .allOrNone, allowing: 6...20, from: source) == Array(0..<1000))
      #expect(try await store.add([], .allOrNone, allowing: 6...20, from: source).isEmpty)
    }
    #expect(try await program.fixture.store.account(of: email("person999@example.com")) != nil)
  }

  @Test func `An import whose connection breaks before its end adds nothing`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    let hash = try ServiceFixture.cheap.hash(try password("battery staple"))
    program.send(AdminRequest.batch([NewAccount(email: Self.bob, passwordHash: hash)]), 7)
    program.close()
    await program.turn(until: { program.server.isIdle })
    #expect(program.server.isIdle)
    #expect(try await program.fixture.store.account(of: Self.bob) == nil)
  }

  @Test func `No account gets an email that only a store may have`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    let kept = try #require(EmailAddress(stored: "a..b@example.com"))
    for request in [
      AdminRequest.rename(ServiceFixture.ada, kept, Program.source),
      .addLinked(kept, Subject(provider: "pam", id: "eve/1001"), Program.source),
    ] {
      #expect(await program.answer(to: .administer(request)) == .unavailable(.store(.service(.nonsense))))
    }
  }

  @Test func `An import whose connection breaks after its end adds all`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    let hash = try ServiceFixture.cheap.hash(try password("battery staple"))
    program.send(AdminRequest.batch([NewAccount(email: Self.bob, passwordHash: hash)]), 7)
    program.send(AdminRequest.addAll(.allOrNone, allowing: PasswordLengths(clamping: 6...20), Program.source), 7)
    program.close()
    await program.turn(until: { program.server.isIdle })
    #expect(try await program.fixture.store.account(of: Self.bob) != nil)
  }

  @Test func `A batch of another number, or a request amid batches, ends the connection`() async throws {
    for intruder in [
      AdminRequest.batch([]), .addAll(.allOrNone, allowing: PasswordLengths(clamping: 6...20), Program.source),
      .throttleState,
    ] {
      let program = try await PlayedAdministrator.welcomed()
      program.send(AdminRequest.batch([]), 7)
      program.send(intruder, 8)
      #expect(await program.isEnded())
    }
  }

  @Test func `Closing the connection cancels what is under way`() async throws {
    // given
    let program = try await PlayedAdministrator.welcomed()
    program.fixture.gate.close()
    let number = program.sendChange()
    program.send(.password, ServiceFixture.secret, number)
    program.send(.newPassword, "battery staple", number)
    await program.turn(until: { program.fixture.gate.waiting > 0 })
    // when
    program.close()
    await program.turn(until: { false }, atMost: 20)
    program.fixture.gate.open()
    await program.turn(until: { program.server.isIdle })
    // then
    #expect(program.server.isIdle)
    #expect(try await program.fixture.store.rows(of: ServiceFixture.ada).first?.outcome == .cancelled)
  }

  @Test func `A second request before the answer to the first ends the connection`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    program.fixture.gate.close()
    let number = program.sendChange()
    program.send(.password, ServiceFixture.secret, number)
    program.send(.newPassword, "battery staple", number)
    program.send(AdminRequest.throttleState)
    #expect(await program.isEnded())
    program.fixture.gate.open()
  }

  @Test func `A program that does not send its secrets in time is left`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    program.sendChange()
    await program.turn(until: { false }, atMost: 20)
    program.fixture.skip(program.fixture.deadlines.answer)
    #expect(await program.isEnded())
  }

  @Test func `A program that says nothing is left`() async throws {
    let program = try PlayedAdministrator()
    program.fixture.skip(program.fixture.deadlines.hello)
    #expect(await program.isEnded())
  }

  @Test func `A program that asks for nothing more is left, and its place is free`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    #expect(await program.answer(to: AdminRequest.throttleState) != nil)
    program.fixture.skip(program.fixture.deadlines.keeping)
    #expect(await program.isEnded())
    #expect(program.server.isIdle)
  }

  @Test func `One program too many is told that the server is busy`() async throws {
    let program = try PlayedAdministrator()
    let others = try (0..<32).map { _ in try PlayedAdministrator.connected(to: program.server) }
    defer { for other in others { other.close() } }
    let answers = others.compactMap { other -> Reply? in
      if case .message(let message) = other.receive() { Envelope<Reply>(message)?.body } else { nil }
    }
    #expect(answers == [.unavailable(.busy)])
  }

  @Test func `A failure of the store is told`() async throws {
    let program = try await PlayedAdministrator.welcomed()
    let error = StoreError.inputOutput(.full, path: "/x")
    program.fixture.store.failure = error
    #expect(await program.answer(to: .administer(.sessions(nil))) == .unavailable(.store(error)))
  }
}
