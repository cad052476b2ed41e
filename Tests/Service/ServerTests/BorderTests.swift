import Glibc
import Identity
import AccountService
import Server
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

/// Nobody reaches what belongs to others, by whatever message. Ada plays foul, and Bob has everything to lose: an
/// account, a session, rows in the log.
@MainActor @Suite struct BorderTests {
  private nonisolated static let bob = email("bob@example.com")
  private nonisolated static let source = PlayedAdministrator.source

  /// Every request of an administrator.
  private static func administration() throws -> [AdminRequest] {
    let hash = try ServiceFixture.cheap.hash(try password("battery staple"))
    return [
      .account(bob), .accounts(after: nil, limit: 100),
      .add(NewAccount(email: email("eve@example.com"), passwordHash: hash), .always, source), .batch([]),
      .addAll(.missingOnly, allowing: PasswordLengths(clamping: 1...100), source),
      .change(bob, .password(hash), source),
      .change(bob, .removeSecondStep, source), .change(bob, .remove, source),
      .subjects(bob), .link(Subject(provider: "pam", id: "eve/1001"), bob, source),
      .addLinked(bob, Subject(provider: "pam", id: "eve/1001"), source),
      .unlink(Subject(provider: "pam", id: "bob/1002"), bob, source), .allow(PasswordLengths(clamping: 1...100)),
      .verify(SecureToken().digest),
      .sessions(nil), .revoke(.all, source),
      .page(AttemptQuery(email: nil), before: nil, limit: 100), .throttleState, .clear(.all),
    ]
  }

  /// Every request of a form.
  private static let requests: [Request] = [
    ServiceFixture.hello, .begin(Begin(.signIn, bob, wantsSession: true)),
    .begin(Begin(.signIn, bob, wantsSession: true, hasSecrets: false)),
    .begin(Begin(.signUp, email("eve@example.com"), wantsSession: true)),
    .begin(Begin(.changePassword, bob, wantsSession: false)),
    .begin(Begin(.setUpSecondStep, bob, wantsSession: false, hasSecrets: false)),
    .begin(Begin(.link, bob, wantsSession: false, hasSecrets: false)), .method(.recoveryCode), .proceed, .cancel,
    .page(AttemptSearch(""), before: nil), .page(AttemptSearch("bob"), before: nil), .previousSignIn, .signOut,
    .endSession,
  ]

  /// A fixture in which Bob has an account, a session and a failure.
  private func fixture() async throws -> ServerFixture {
    let fixture = ServerFixture()
    fixture.signUp = nil
    let form = try await TestClient.signedIn(fixture)
    form.close()
    try await fixture.add(Self.bob)
    guard
      case .admitted(let admission) = try await fixture.store.charge(Self.bob, from: .at("bob's"), under: Throttle()),
      let account = admission.account
    else { throw AttemptBlocked() }
    let session = NewSession(token: SecureToken().digest, lifetime: SessionLifetime())
    _ = try await fixture.store.settle(
      admission.attempt, as: .signedIn(account, opening: session), under: Throttle())
    return fixture
  }

  /// All that belongs to Bob.
  private func belongings(in fixture: ServerFixture) async throws -> [String] {
    let account = try await fixture.store.account(of: Self.bob)
    let sessions = try await fixture.store.sessions(of: Self.bob)
    let rows = try await fixture.store.rows(of: Self.bob)
    let subjects = try await fixture.store.subjects(of: Self.bob)
    return [
      "\(subjects)", "\(account?.passwordHash?.phc, default: "none")", "\(String(describing: account))", "\(sessions)",
      "\(rows)",
    ]
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `An administrator's message on the people's socket ends the connection, in every state`() async throws {
    let fixture = try await fixture()
    let before = try await belongings(in: fixture)
    for request in try Self.administration() {
      let strange = try TestClient(fixture)
      strange.send(.administer(request), 1)
      #expect(await strange.reply() == .unavailable(.notNow), "\(request)")
      #expect(await strange.isEnded(), "\(request)")
      let welcomed = try await TestClient.welcomed(fixture)
      welcomed.send(.administer(request), 1)
      #expect(await welcomed.isEnded(), "\(request)")
      let asked = try await TestClient.welcomed(fixture)
      let number = asked.send(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: false)))
      asked.send(.administer(request), number)
      #expect(await asked.isEnded(), "\(request)")
    }
    let member = try await TestClient.welcomed(fixture)
    member.begin(.signIn)
    guard case .ended(.signedIn)? = await member.reply() else { throw AttemptBlocked() }
    member.send(.administer(.sessions(nil)), 9)
    #expect(await member.isEnded())
    #expect(try await belongings(in: fixture) == before)
  }

  @Test func `A form's message on the administrators' socket ends the connection, in every state`() async throws {
    let fixture = try await fixture()
    // Both say hello, both may cancel, and administrators change passwords for their owners.
    let shared: [Request] = [
      ServiceFixture.hello, .cancel, .begin(Begin(.changePassword, Self.bob, wantsSession: false)),
    ]
    for request in Self.requests where !shared.contains(request) {
      let strange = try PlayedAdministrator(fixture)
      strange.send(request, 1)
      #expect(await strange.reply() == .unavailable(.notNow), "\(request)")
      #expect(await strange.isEnded(), "\(request)")
      let welcomed = try PlayedAdministrator(fixture)
      _ = await welcomed.answer(to: PlayedAdministrator.hello)
      welcomed.send(request, 1)
      #expect(await welcomed.isEnded(), "\(request)")
    }
  }

  @Test(.tags(.serviceKeepsAccounts)) func `A member reaches nothing of another account, by any request`() async throws
  {
    let fixture = try await fixture()
    let before = try await belongings(in: fixture)
    for request in Self.requests {
      // given
      let form = try await TestClient.welcomed(fixture)
      form.begin(.signIn)
      guard case .ended(.signedIn)? = await form.reply() else { throw AttemptBlocked() }
      _ = await form.allReplies()
      // when
      let number = form.send(request)
      if case .begin(let begin) = request, begin.hasSecrets { form.send(.password, "wrong password", number) }
      if case .begin(let begin) = request, begin.purpose == .changePassword {
        form.send(.newPassword, "battery staple", number)
      }
      let replies = await form.allReplies().map(\.reply)
      // then
      for case .rows(let rows) in replies { #expect(rows.allSatisfy { $0.email == ServiceFixture.ada }, "\(request)") }
      for case .ended(let ending) in replies {
        if case .signedIn(let email, _, _) = ending { #expect(email == ServiceFixture.ada, "\(request)") }
        #expect(ending != .changed)
      }
      for case .ask(let question) in replies {
        #expect(question.challenges.map(\.kind) == [Challenge(.password).kind], "\(request)")
      }
      form.close()
      fixture.clock.advance(by: .seconds(900))
    }
    // The wrong passwords are on record, and nothing else is new.
    let after = try await belongings(in: fixture)
    #expect(after.prefix(3) == before.prefix(3))
    let outcomes = Set(try await fixture.store.rows(of: Self.bob).map(\.outcome))
    #expect(outcomes.isSubset(of: [.signedIn, .refused, .cancelled, .change(.accountAdded)]))
  }

  @Test(.tags(.serviceKeepsAccounts), arguments: [Begin.Purpose.changePassword, .setUpSecondStep, .link])
  func `Not even another's right password serves a member to change that account`(
    _ purpose: Begin.Purpose
  ) async throws {
    let fixture = try await fixture()
    let before = try await belongings(in: fixture)
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signIn)
    guard case .ended(.signedIn)? = await form.reply() else { throw AttemptBlocked() }
    _ = await form.allReplies()
    form.begin(purpose, Self.bob, ServiceFixture.secret, to: purpose == .changePassword ? "battery staple" : nil)
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await belongings(in: fixture) == before)
  }

  @Test(.tags(.serviceKeepsAccounts)) func `An administrator's program gets no hash, by any request`() async throws {
    let fixture = try await fixture()
    var secrets: [[UInt8]] = []
    for who in [ServiceFixture.ada, Self.bob] {
      let phc = try #require(try await fixture.store.account(of: who)?.passwordHash).phc
      secrets += phc.split(separator: "$").suffix(2).map { Array($0.utf8) }
    }
    let program = try PlayedAdministrator(fixture)
    _ = await program.answer(to: PlayedAdministrator.hello)
    let change = Request.begin(Begin(.changePassword, Self.bob, wantsSession: false, source: Self.source))
    for request in try Self.administration().map(Request.administer) + [change] where request != .administer(.batch([]))
    {
      let number = program.send(request)
      if request == change {
        program.send(.password, "wrong password", number)
        program.send(.newPassword, "battery staple", number)
      }
      let reply = await program.reply()
      #expect(reply != nil, "\(request)")
      if reply?.isPart == true { _ = await program.allReplies() }
    }
    #expect(!program.received.contains("$argon2id$".utf8))
    for secret in secrets { #expect(!program.received.contains(secret)) }
  }

  @Test(arguments: 0..<20)
  func `A program that sends anything gets no more answers than it asks for`(_ seed: UInt64) async throws {
    // given
    let fixture = try await fixture()
    let program = try PlayedAdministrator(fixture)
    var random = SeededGenerator(seed: seed)
    let requests = try Self.administration()
    var asked = 0
    // when
    for _ in 0..<40 where !program.isAtEnd {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        _ = program.socket.send((0..<9).map { _ in UInt8.random(in: 0...255, using: &random) })
      case 1: program.send(.password, "battery staple", UInt16.random(in: 0...5, using: &random))
      default:
        guard let request = requests.randomElement(using: &random) else { continue }
        program.send(random.next() % 8 == 0 ? PlayedAdministrator.hello : .administer(request))
        asked += 1
      }
      if Bool.random(using: &random) { await program.turn(until: { false }, atMost: 2) }
    }
    let replies = await program.allReplies()
    // then
    // A last word is no answer.
    #expect(replies.count { !$0.isPart && $0 != .unavailable(.notNow) } <= asked)
    program.close()
    await program.turn(until: { program.server.isIdle })
    #expect(program.server.isIdle)
  }
}

extension Reply {
  /// Whether more follows it for the same request of an administrator.
  fileprivate var isPart: Bool {
    if case .administration(let reply) = self { reply.isPart } else { false }
  }
}
