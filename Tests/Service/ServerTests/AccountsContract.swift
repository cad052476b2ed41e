import Glibc
import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import AccountService
import Messages

@testable import Unix

/// What a form may rely on, whether its accounts are in this process or at a service.
@MainActor @Suite("The accounts behind a form") struct AccountsContract {
  private static let ada = ServiceFixture.ada
  private static let right = ServiceFixture.secret

  // MARK: Before a sign-in

  @Test("say the rules once, to everybody who waits for them", arguments: Side.allCases)
  func welcome(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    let both = (Task { await played.welcome() }, Task { await played.welcome() })
    let welcome = try #require(await played.value(of: both.0) ?? nil)
    #expect(welcome.acceptedLengths == 6...20 && welcome.hasAccounts && welcome.signUp == .onlyFirst)
    #expect((await played.value(of: both.1) ?? nil)?.newLengths == 6...20)
    #expect(played.welcomes == 1)
  }

  @Test("say at once why there are none, and are asked again by the next request", arguments: Side.allCases)
  func unusable(side: Side) async throws {
    let fixture = ServerFixture()
    let damage = StoreError.damaged(.notStore, path: "/x")
    try await fixture.addAda()
    fixture.store.failure = damage
    let played = try await PlayedAccounts(side, fixture)
    played.client.start()
    await played.turn(until: { !played.faults.isEmpty })
    #expect(played.faults == [damage])
    fixture.store.failure = nil
    #expect(try await played.signIn().signedIn?.email == Self.ada)
  }

  // MARK: Outcomes

  @Test("sign in with the right password, and open a session only if one is wanted", arguments: Side.allCases)
  func signsIn(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    let with = try await played.signIn(session: true)
    let token = try #require(with.signedIn?.token)
    #expect(with.signedIn?.session?.email == Self.ada)
    #expect(try await played.verify(token)?.email == Self.ada)
    let without = try await played.signIn()
    #expect(without.signedIn != nil && without.signedIn?.session == nil)
    #expect(try await played.verify(SecureToken()) == nil)
  }

  @Test("refuse wrong passwords, and block after the third", arguments: Side.allCases)
  func refuses(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    for _ in 1...2 { #expect(try await played.signIn("wrong horse").text == "refused(blockedFor: nil)") }
    #expect(try await played.signIn("wrong horse").text == "refused(blockedFor: Optional(1))")
    #expect(try await played.signIn().text == "throttled(seconds: 1)")
    #expect(try await played.outcomes() == [.throttled, .refused, .refused, .refused, .change(.accountAdded)])
  }

  @Test("verify no password of a length that none can have", arguments: Side.allCases)
  func length(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    #expect(try await played.signIn("short").text == "passwordLength")
    #expect(try await played.outcomes() == [.change(.accountAdded)])
  }

  @Test("want a second step where it is required", arguments: Side.allCases)
  func requiresSecondStep(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    let signIn = played.client.signIn(session: { false }, requiresSecondStep: true)
    #expect(try await played.end(of: signIn, Self.right)?.text == "secondStepMissing")
  }

  @Test("ask for a code behind the password, and take the right one", arguments: Side.allCases)
  func code(side: Side) async throws {
    let fixture = ServerFixture()
    fixture.authenticator = try TwoSteps(right: Self.right)
    let played = try await PlayedAccounts(side, fixture)
    let conversation = played.client.signIn(session: { true })
      .begin(.email(Self.ada), try password(Self.right))
    guard case .ask(let question)? = await played.step(of: conversation, .begin), let code = question.challenges.first
    else {
      Issue.record("No code was asked for.")
      return
    }
    #expect(code.kind == .code(digits: 6))
    guard
      case .ended(.signedIn(let signedIn))? = await played.step(
        of: conversation, .secret(try password("123456"), to: code.id))
    else {
      Issue.record("The code was not taken.")
      return
    }
    #expect(signedIn.token != nil)
  }

  @Test("create an account and sign in, once", arguments: Side.allCases)
  func signsUp(side: Side) async throws {
    let fixture = ServerFixture()
    fixture.signUp = .always
    let played = try await PlayedAccounts(side, fixture)
    let bob = email("bob@example.com")
    guard case .added(.signedIn(let signedIn))? = try await played.signUp(bob, "battery staple") else {
      Issue.record("Nobody was signed in.")
      return
    }
    #expect(signedIn.email == bob)
    guard case .notAdded(.exists)? = try await played.signUp(bob, "battery staple") else {
      Issue.record("The account was added twice.")
      return
    }
    guard case .notAdded(.violation(.length))? = try await played.signUp(email("carl@example.com"), "short") else {
      Issue.record("A short password was taken.")
      return
    }
  }

  @Test("create no account where sign-up is off", arguments: Side.allCases)
  func signsNobodyUp(side: Side) async throws {
    let fixture = ServerFixture()
    fixture.signUp = nil
    let played = try await PlayedAccounts(side, fixture)
    guard case .notAdded(.unavailable(let error))? = try await played.signUp(email("bob@example.com"), "battery staple")
    else {
      Issue.record("An account was added.")
      return
    }
    // Nothing is said of a service where there is none.
    if side == .local { #expect(error == .service(.notAllowed)) }
    #expect(try await played.outcomes() == [.change(.accountAdded)])
  }

  // MARK: Failures and cancelling

  @Test("cancel a sign-in while it is verified, and settle its attempt", arguments: Side.allCases)
  func cancels(side: Side) async throws {
    let fixture = ServerFixture()
    let (played, signIn) = try await verifying(side, fixture)
    signIn.cancel()
    // A service has to hear of it before the password is verified.
    await played.turn(until: { false }, atMost: 50)
    fixture.gate.open()
    #expect(await played.outcome(of: signIn)?.text == "cancelled")
    await played.turn(until: { played.isSettled })
    #expect(try await played.outcomes() == [.cancelled, .change(.accountAdded)])
    #expect(try await fixture.store.sessions(of: nil).isEmpty)
  }

  /// A sign-in whose password is being verified, until the gate opens.
  private func verifying(
    _ side: Side, _ fixture: ServerFixture
  ) async throws -> (PlayedAccounts, signIn: Task<SignInOutcome?, Never>) {
    let played = try await PlayedAccounts(side, fixture)
    _ = await played.value(of: Task { await played.welcome() })
    fixture.gate.close()
    let signIn = played.beginSignIn(session: true)
    await played.turn(until: { fixture.gate.waiting == 1 })
    return (played, signIn)
  }

  @Test("are asked for nothing by a sign-in that was cancelled before the welcome", arguments: Side.allCases)
  func cancelsBefore(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    let signIn = played.beginSignIn(session: true)
    signIn.cancel()
    #expect(await played.outcome(of: signIn)?.text == "cancelled")
    #expect(try await played.outcomes() == [.change(.accountAdded)])
  }

  @Test("give the store's reason when it fails, and work when it is back", arguments: Side.allCases)
  func fails(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    _ = await played.value(of: Task { await played.welcome() })
    for error in [StoreError.unreachable(.busy, path: "/x"), .inputOutput(.full, path: "/x")] {
      played.fixture.store.failure = error
      guard case .unavailable(error) = try await played.signIn() else {
        Issue.record("The sign-in hides \(error).")
        return
      }
      guard case .notAdded(.unavailable(error))? = try await played.signUp(email("bob@example.com"), "battery staple")
      else {
        Issue.record("The sign-up hides \(error).")
        return
      }
      await #expect(throws: error) { try await played.verify(SecureToken()) }
    }
    played.fixture.store.failure = nil
    #expect(try await played.signIn().signedIn != nil)
  }

  // MARK: Whoever has signed in

  @Test("show the activity, change the password, and sign out", arguments: Side.allCases)
  func member(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    _ = try await played.signIn("wrong horse")
    _ = try await played.signIn(session: true)
    let page = try await played.page()
    #expect(page.attempts.map(\.outcome) == [.signedIn, .refused, .change(.accountAdded)])
    #expect(try await played.change("wrong horse", to: "battery staple") == .refused(blockedFor: nil))
    #expect(try await played.change(Self.right, to: "battery staple") == .changed)
    try await played.signOut()
    #expect(try await played.signIn().text == "refused(blockedFor: nil)")
    #expect(try await played.signIn("battery staple").signedIn != nil)
  }

  @Test(
    "judge a current password before a new one is asked for, as an attempt like any other", .tags(.guessingIsSlow),
    arguments: Side.allCases)
  func confirms(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    _ = try await played.signIn(session: true)
    #expect(try await played.confirm(Self.right) == .confirmed)
    for _ in 1...2 { #expect(try await played.confirm("wrong horse") == .refused(blockedFor: nil)) }
    #expect(try await played.confirm("wrong horse") == .refused(blockedFor: 1))
    #expect(try await played.confirm(Self.right) == .throttled(seconds: 1))
    // It has changed nothing
    #expect(
      try await played.outcomes() == [
        .throttled, .unconfirmed, .unconfirmed, .unconfirmed, .passed, .signedIn, .change(.accountAdded),
      ])
    // And nobody else may ask
    let stranger = try await PlayedAccounts(side, played.fixture)
    guard case .unavailable? = try await stranger.confirm(Self.right) else {
      Issue.record("A stranger was told of a password.")
      return
    }
  }

  @Test("refuse a user who has not signed in", arguments: Side.allCases)
  func stranger(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    await #expect(throws: StoreError.self) { try await played.page() }
    await #expect(throws: StoreError.self) { try await played.signOut() }
    guard case .unavailable = try await played.change(Self.right, to: "battery staple") else {
      Issue.record("A stranger changed the password.")
      return
    }
    #expect(try await played.signIn().signedIn != nil)
  }

  @Test("report once that the session has ended, and then refuse", arguments: Side.allCases)
  func sessionEnds(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    _ = try await played.signIn(session: true)
    try await played.fixture.store.revoke(.all, from: .at("elsewhere"))
    await #expect(throws: StoreError.service(.sessionEnded)) { try await played.page() }
    await #expect(throws: StoreError.self) { try await played.page() }
    #expect(played.sessionEnds == 1)
  }

  @Test("go on with a session whose account was renamed, once its token is shown again", arguments: Side.allCases)
  func renamed(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    let token = try await #require(played.signIn(session: true).signedIn?.token)
    let eda = email("eda@example.com")
    #expect(try await played.fixture.store.rename(Self.ada, to: eda, from: .at("elsewhere")) == .renamed)
    await #expect(throws: StoreError.service(.sessionEnded)) { try await played.overview() }
    #expect(try await played.verify(token)?.email == eda)
    #expect(try await played.overview().session?.email == eda)
  }

  @Test(
    "show and record nothing of the next owner of an email", .tags(.serviceKeepsAccounts), arguments: Side.allCases,
    [true, false])
  func nextOwner(side: Side, session: Bool) async throws {
    // Given a member whose account is removed, and added again
    let played = try await PlayedAccounts(side)
    _ = try await played.signIn(session: session)
    _ = try await played.fixture.store.change(Self.ada, .remove, from: .at("dependencies"))
    try await played.fixture.addAda()
    let rows = try await played.outcomes().count
    // Then they see nothing, change nothing, and leave no row
    await #expect(throws: StoreError.self) { try await played.page() }
    guard case .unavailable = try await played.change(Self.right, to: "battery staple") else {
      Issue.record("The former owner changed the password.")
      return
    }
    _ = try? await played.signOut()
    #expect(try await played.outcomes().count == rows)
  }

  @Test("keep a user signed in who changed their own password", arguments: Side.allCases, [true, false])
  func ownChange(side: Side, session: Bool) async throws {
    let played = try await PlayedAccounts(side)
    _ = try await played.signIn(session: session)
    #expect(try await played.change(Self.right, to: "battery staple") == .changed)
    #expect(try await played.page().attempts.first?.outcome == .change(.passwordChanged))
    #expect(try await played.change("battery staple", to: "bicycle pump") == .changed)
  }

  @Test("know the owner of a token, and end the session", arguments: Side.allCases)
  func token(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    let token = try await #require(played.signIn(session: true).signedIn?.token)
    let later = try await PlayedAccounts(side, played.fixture)
    #expect(try await later.verify(token)?.email == Self.ada)
    #expect(try await later.page().attempts.first?.outcome == .signedIn)
    try await later.endSession()
    #expect(try await later.verify(token) == nil)
  }

  @Test("work again after they were left, even before anything began", arguments: Side.allCases)
  func leftAndBack(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    for _ in 1...2 {
      played.client.leave(within: .seconds(5))
      #expect(try await played.signIn().signedIn != nil)
    }
  }

  @Test("leave in time, though a hash is under way", arguments: Side.allCases)
  func leaves(side: Side) async throws {
    let fixture = ServerFixture()
    let (played, signIn) = try await verifying(side, fixture)
    played.client.hangUp()
    played.client.leave(within: .milliseconds(20))
    fixture.gate.open()
    #expect(await played.outcome(of: signIn)?.signedIn == nil)
  }
}
