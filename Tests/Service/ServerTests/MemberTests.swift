import Glibc
import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Unix
import Messages

@testable import AccountService

@MainActor @Suite struct MemberTests {
  @Test(arguments: [Request.page(AttemptSearch(""), before: nil), .previousSignIn, .overview, .signOut, .endSession])
  func `Nothing is shown or done before somebody signed in`(_ request: Request) async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    let form = try await TestClient.welcomed(fixture)
    #expect(await form.answer(to: request) == .unavailable(.notNow))
  }

  @Test(.tags(.serviceKeepsAccounts)) func `A page shows the member's own attempts, and nobody else's`() async throws {
    let fixture = ServerFixture()
    let bob = email("bob@example.com")
    try await fixture.add(bob)
    _ = try await fixture.store.charge(bob, from: .at("bob's"), under: Throttle())
    let form = try await TestClient.signedIn(fixture)
    form.send(.page(AttemptSearch(""), before: nil))
    let replies = await form.allReplies(expecting: 2).map(\.reply)
    guard case .rows(let rows)? = replies.first else {
      Issue.record("There are no rows.")
      return
    }
    #expect(replies.count == 2)
    #expect(replies.last == .endOfRows(next: nil))
    #expect(rows.map(\.outcome) == [.signedIn, .change(.accountAdded)])
    #expect(rows.allSatisfy { $0.email == ServiceFixture.ada })
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `Nothing is shown to or changed for a member whose session somebody has ended`() async throws {
    let form = try await TestClient.signedIn()
    _ = try await form.store.revoke(.allOf(ServiceFixture.ada), from: .at("elsewhere"))
    for request in [Request.page(AttemptSearch(""), before: nil), .previousSignIn] {
      #expect(await form.answer(to: request) == .unavailable(.notNow))
    }
    form.begin(.changePassword, to: "battery staple")
    #expect(await form.reply() == .unavailable(.notNow))
    form.begin(.setUpSecondStep)
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await form.outcomes().first == .change(.sessionRevoked))
  }

  @Test(.tags(.serviceKeepsAccounts)) func `A change that is under way ends with the session`() async throws {
    let form = try await TestClient.signedIn()
    let (number, asked) = try await form.beginSettingUp()
    _ = try await form.store.revoke(.allOf(ServiceFixture.ada), from: .at("elsewhere"))
    form.send(.password, ServiceFixture.secret, to: asked, number)
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await form.outcomes().first == .change(.sessionRevoked))
  }

  @Test(arguments: [true, false])
  func `A change that is under way ends when its member leaves`(_ hasSession: Bool) async throws {
    let form = try await TestClient.signedIn(wantsSession: hasSession)
    let (number, asked) = try await form.beginSettingUp()
    #expect(await form.answer(to: .signOut) == .done)
    form.send(.password, ServiceFixture.secret, to: asked, number)
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await form.outcomes().first == .change(.signedOut))
  }

  @Test(.tags(.serviceKeepsAccounts)) func `A change that is under way is no other member's`() async throws {
    // Given a change of Ada's, whose session ends while the same connection shows another token
    let fixture = ServerFixture()
    try await fixture.add(email("bob@example.com"))
    let bob = try await TestClient.welcomed(fixture)
    bob.begin(.signIn, email("bob@example.com"))
    _ = await bob.reply()
    await bob.turn(until: { !bob.tokens.isEmpty })
    let form = try await TestClient.signedIn(fixture)
    let (number, asked) = try await form.beginSettingUp()
    _ = try await form.store.revoke(.allOf(ServiceFixture.ada), from: .at("elsewhere"))
    form.send(.token, try #require(bob.tokens.first).base64URL, 90)
    guard case .verified(.some)? = await form.reply() else {
      Issue.record("Bob's token is not known.")
      return
    }
    // When Ada's password comes, then nothing is changed
    form.send(.password, ServiceFixture.secret, to: asked, number)
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await form.outcomes().first == .change(.sessionRevoked))
  }

  @Test(arguments: [AccountChange.lock, .password(.sample()), .remove])
  func `A member without a session is one no longer once somebody changes the account`(
    _ change: AccountChange
  ) async throws {
    let fixture = ServerFixture()
    let form = try await TestClient.signedIn(fixture, wantsSession: false)
    _ = try await fixture.store.change(ServiceFixture.ada, change, from: .at("dependencies"))
    if change == .remove { try await fixture.addAda() }
    for request in [Request.page(AttemptSearch("pts"), before: nil), .previousSignIn] {
      #expect(await form.answer(to: request) == .unavailable(.notNow))
    }
    let rows = try await form.log().count
    // Whoever leaves is gone, without a row of somebody else's.
    #expect(await form.answer(to: .signOut) == .done)
    form.begin(.changePassword, to: "battery staple")
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await form.log().count == rows)
  }

  @Test func `A member without a session is still one after a change of their own`() async throws {
    let form = try await TestClient.signedIn(wantsSession: false)
    for (old, new) in [(ServiceFixture.secret, "battery staple"), ("battery staple", "bicycle pump")] {
      form.begin(.changePassword, ServiceFixture.ada, old, to: new)
      #expect(await form.reply() == .ended(.changed))
      #expect(await form.answer(to: .previousSignIn) == .previous(nil))
    }
  }

  @Test func `A long page comes in several messages, and says where the next one begins`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    // Each of these characters takes two in JSON, so a row is as long as rows get.
    let long = String(repeating: "\"", count: 255)
    let source = AttemptSource(tty: long, uid: 1, host: long, program: long)
    for _ in 0..<60 { try await fixture.store.recordSignOut(of: ServiceFixture.ada, from: source) }
    let form = try await TestClient.signedIn(fixture)
    form.send(.page(AttemptSearch(""), before: nil))
    let replies = await form.allReplies(expecting: 3).map(\.reply)
    let rows = replies.flatMap { reply in if case .rows(let rows) = reply { rows } else { [] as [Attempt] } }
    #expect(rows.count == 50)
    #expect(replies.count == 3)
    guard case .endOfRows(let next?)? = replies.last else {
      Issue.record("The page has no next one.")
      return
    }
    form.send(.page(AttemptSearch(""), before: next))
    let more = await form.allReplies(expecting: 2).map(\.reply)
    guard case .rows(let rest)? = more.first else {
      Issue.record("There are no more rows.")
      return
    }
    #expect(rest.count == 12)
  }

  @Test func `The sign-in before the current one is told`() async throws {
    let fixture = ServerFixture()
    let form = try await TestClient.signedIn(fixture)
    #expect(await form.answer(to: .previousSignIn) == .previous(nil))
    form.begin(.signIn, ServiceFixture.ada, "wrong password")
    _ = await form.reply()
    form.begin(.signIn, wantsSession: false)
    _ = await form.reply()
    guard case .previous(let previous?)? = await form.answer(to: .previousSignIn) else {
      Issue.record("There was none.")
      return
    }
    #expect(previous.attempt?.outcome == .signedIn)
    #expect(previous.failures == 1)
  }

  @Test func `Signing out ends the session, and the log says so`() async throws {
    let form = try await TestClient.signedIn()
    #expect(await form.answer(to: .signOut) == .done)
    #expect(try await form.store.sessions(of: nil) == [])
    #expect(try await form.outcomes().first == .change(.signedOut))
    #expect(await form.answer(to: .previousSignIn) == .unavailable(.notNow))
  }

  @Test func `Signing out is on record where there was no session`() async throws {
    let form = try await TestClient.signedIn(wantsSession: false)
    #expect(await form.answer(to: .signOut) == .done)
    #expect(try await form.outcomes().first == .change(.signedOut))
  }

  @Test func `A sign-out that failed leaves the member signed in`() async throws {
    let form = try await TestClient.signedIn()
    let error = StoreError.inputOutput(.full, path: "/x")
    form.store.failure = error
    #expect(await form.answer(to: .signOut) == .unavailable(.store(error)))
    form.store.failure = nil
    #expect(await form.answer(to: .signOut) == .done)
    #expect(try await form.store.sessions(of: nil) == [])
  }

  @Test func `A session that is of no use ends, and that is no sign-out`() async throws {
    let form = try await TestClient.signedIn()
    #expect(await form.answer(to: .endSession) == .done)
    #expect(try await form.store.sessions(of: nil) == [])
    #expect(try await form.outcomes().first == .change(.sessionRevoked))
  }

  @Test func `A token tells its session, which the connection then has, and another one tells nothing`() async throws {
    let fixture = ServerFixture()
    let member = try await TestClient.signedIn(fixture)
    let token = try #require(member.tokens.first)
    let form = try await TestClient.welcomed(fixture)
    form.send(.token, token.base64URL, 7)
    guard case .verified(let session?)? = await form.reply() else {
      Issue.record("The token was not found.")
      return
    }
    #expect(session.email == ServiceFixture.ada)
    #expect(await form.answer(to: .previousSignIn) == .previous(nil))
    form.send(.token, SecureToken().base64URL, 8)
    #expect(await form.reply() == .verified(nil))
    form.send(.token, "no token at all", 9)
    #expect(await form.reply() == .verified(nil))
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `A token is good for root, for those who may verify, and for the user who signed in with it`() async throws {
    let fixture = ServerFixture()
    fixture.verifyUIDs = [33]
    let rules = fixture.dependencies(RunLoop(signals: -1)).rules
    let form = try await TestClient.signedIn(fixture)
    let session = try #require(try await form.store.sessions(of: nil).first)
    #expect(session.uid == geteuid())
    let others: [UInt32] = [0, 33, 1001].filter { $0 != geteuid() }
    for uid in others { #expect(rules.bearer(uid).mayUse(session) == (uid != 1001), "\(uid)") }
    #expect(TokenBearer.user(geteuid()).mayUse(session))
  }

  @Test func `A failure of the store is told`() async throws {
    let form = try await TestClient.signedIn()
    let error = StoreError.inputOutput(.failing, path: "/x")
    form.store.failure = error
    #expect(await form.answer(to: .page(AttemptSearch(""), before: nil)) == .unavailable(.store(error)))
  }

  @Test func `More than four requests at once end the connection`() async throws {
    let form = try await TestClient.signedIn()
    for _ in 0..<5 { form.send(.previousSignIn) }
    #expect(await form.isEnded())
  }

  @Test func `A request that is cancelled makes room for the next one`() async throws {
    let form = try await TestClient.signedIn()
    for _ in 0..<12 { form.send(.cancel, form.send(.previousSignIn)) }
    var answered = 0
    while answered < 12, await form.reply() != nil { answered += 1 }
    #expect(answered == 12)
  }

  @Test func `A number in use ends the connection`() async throws {
    let form = try await TestClient.signedIn()
    form.send(.previousSignIn, 40)
    form.send(.previousSignIn, 40)
    #expect(await form.isEnded())
  }
}

extension TestClient {
  /// Begins to set up a second step, up to the question for the password.
  fileprivate func beginSettingUp() async throws -> (number: UInt16, asked: ChallengeID) {
    let number = send(.begin(Begin(.setUpSecondStep, ServiceFixture.ada, wantsSession: false, hasSecrets: false)))
    let reply = await reply()
    guard case .ask(let question) = reply, let asked = question.challenges.first else {
      throw ServiceFixture.Unexpected(reply)
    }
    return (number, asked.id)
  }
}
