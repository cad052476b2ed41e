import Identity
import AccountService
import Messages
import Secrets
import ServiceTestSupport
import TestSupport
import Testing

/// What owners may rely on at their account page, whether their account is in this process or at a service.
@MainActor @Suite("An owner's account") struct OwnAccountContract {
  private static let ada = ServiceFixture.ada
  private static let right = ServiceFixture.secret

  private static func addSecondStep(_ fixture: ServerFixture) async throws {
    let ada = try #require(try await fixture.store.account(of: ada))
    let step = NewSecondStep(sealedSecret: [1], confirmed: 1, recoveryCodes: [])
    _ = try await fixture.store.add(step, to: ada, sparing: nil, from: .at("home"))
  }

  @Test("is confirmed by all steps before each change", arguments: Side.allCases)
  func confirmed(side: Side) async throws {
    // Given a member, of whom changes ask something behind the password
    let fixture = ServerFixture()
    fixture.steps.confirming = [AskingStep()]
    let played = try await PlayedAccounts(side, fixture)
    _ = try await played.signIn(session: true)
    let key = try SecurityKey().publicKey
    let changes: [OwnChange] = [
      .setUpSecondStep(replaces: false), .removeSecondStep, .newRecoveryCodes, .addKey,
      .removeKey(key, isOnlyFactor: false), .endSessions(.all),
    ]
    for change in changes {
      // When they make a change, and give the right password
      let conversation = played.client.changing(change).begin(.email(Self.ada), nil)
      guard case .ask(let first)? = await played.step(of: conversation, .begin) else {
        Issue.record("The password was not asked for: \(change)")
        continue
      }
      let answer = Answer.secret(try password(Self.right), to: first.challenges[0].id)
      // Then that comes next
      guard case .ask(let next)? = await played.step(of: conversation, answer) else {
        Issue.record("Nothing more was asked: \(change)")
        continue
      }
      #expect(next.challenges.map(\.kind) == [.prompt("ours", isSecret: false)])
    }
  }

  /// A member, with two-step sign-in that nothing asks for, and another session.
  private func member(_ side: Side, session: Bool = true) async throws -> PlayedAccounts {
    let fixture = ServerFixture()
    try await fixture.addAda()
    try await Self.addSecondStep(fixture)
    let played = try await PlayedAccounts(side, fixture)
    let other = try await PlayedAccounts(side, fixture)
    _ = try await other.signIn(session: true)
    _ = try await played.signIn(session: session)
    return played
  }

  @Test("is shown with its sessions, its second step and the age of its password", arguments: Side.allCases)
  func overview(side: Side) async throws {
    let played = try await member(side)
    let overview = try await played.overview()
    #expect(overview.session?.email == Self.ada)
    #expect(overview.others.map(\.place) == [SessionPlace(ServiceFixture.source)])
    #expect(overview.twoStep?.since != nil)
    #expect(overview.passwordSet != nil)
  }

  @Test("is shown to nobody who has not signed in", arguments: Side.allCases)
  func stranger(side: Side) async throws {
    let played = try await PlayedAccounts(side, ServerFixture())
    await #expect(throws: StoreError.self) { try await played.overview() }
    guard case .unavailable? = try await played.change(.removeSecondStep) else {
      Issue.record("A stranger changed the account.")
      return
    }
  }

  @Test(
    "asks for the password before a change, and not again within five minutes", arguments: Side.allCases, [true, false])
  func confirmed(side: Side, session: Bool) async throws {
    let played = try await member(side, session: session)
    #expect(try await played.change(.newRecoveryCodes, answering: Self.right)?.text == "changed")
    #expect(try await played.overview().twoStep?.recoveryCodes ?? 0 > 0)
    #expect(try await played.change(.removeSecondStep)?.text == "changed")
    #expect(try await played.overview().twoStep == nil)
    #expect(try await played.outcomes().prefix(2) == [.change(.secondStepRemoved), .change(.recoveryCodesMade)])
    // A password that was asked for and was right is neither a failure nor a sign-in
    #expect(try await !played.outcomes().contains(.refused))
    #expect(try await played.outcomes().filter { $0 == .passed }.count == 1)
  }

  @Test("changes nothing after a wrong password, which is counted and asked for again", arguments: Side.allCases)
  func wrong(side: Side) async throws {
    let played = try await member(side)
    #expect(try await played.change(.removeSecondStep, answering: "wrong horse") == nil)
    #expect(try await played.overview().twoStep != nil)
    #expect(try await played.outcomes().first == .unconfirmed)
    // And the next change asks
    #expect(try await played.change(.removeSecondStep) == nil)
    #expect(try await played.change(.removeSecondStep, answering: Self.right)?.text == "changed")
  }

  @Test("asks again after another sign-in", arguments: Side.allCases)
  func signedInAgain(side: Side) async throws {
    let played = try await member(side)
    #expect(try await played.change(.endSessions(.all), answering: Self.right)?.text == "changed")
    _ = try await played.signIn(session: true)
    #expect(try await played.change(.endSessions(.all)) == nil)
  }

  @Test("ends one session or all others, and never this one", arguments: Side.allCases)
  func endsSessions(side: Side) async throws {
    let played = try await member(side)
    for _ in 1...2 {
      let other = try await PlayedAccounts(side, played.fixture)
      _ = try await other.signIn(session: true)
    }
    let before = try await played.overview()
    #expect(before.otherCount == 3)
    let one = try #require(before.others.first)
    #expect(try await played.change(.endSessions(.one(one.id)), answering: Self.right)?.text == "changed")
    #expect(try await played.overview().others.map(\.id) == before.others.dropFirst().map(\.id))
    #expect(try await played.change(.endSessions(.all))?.text == "changed")
    let after = try await played.overview()
    #expect(after.otherCount == 0 && after.session?.id == before.session?.id)
  }

  @Test("is changed by nobody whose session has ended, though they were asked just before", arguments: Side.allCases)
  func ended(side: Side) async throws {
    let played = try await member(side)
    #expect(try await played.change(.endSessions(.all), answering: Self.right)?.text == "changed")
    try await played.fixture.store.revoke(.all, from: .at("elsewhere"))
    guard case .unavailable(.service(.sessionEnded))? = try await played.change(.removeSecondStep) else {
      Issue.record("The account was changed.")
      return
    }
    #expect(played.sessionEnds == 1)
    #expect(try await played.fixture.store.account(of: Self.ada)?.secondStep != nil)
  }

  @Test("is asked for again once five minutes are over, counted from the answer") func fiveMinutes() throws {
    let session = Session(
      id: SessionID(), email: Self.ada, opened: Timestamp(milliseconds: 0), lastUsed: Timestamp(milliseconds: 0),
      lifetime: SessionLifetime())
    let (member, start) = (Member(of: session, SecureToken().digest), ContinuousClock.now)
    let confirmed = member.after(.endSessions, begunBy: member, at: start)
    #expect(confirmed.asOf(start + .seconds(299)).confirmed != nil)
    #expect(confirmed.asOf(start + .seconds(300)).confirmed == nil)
    // A change that asks nothing makes it no longer, nor does a change of the password
    let later = confirmed.after(.endSessions, begunBy: confirmed, at: start + .seconds(200))
    #expect(later.asOf(start + .seconds(300)).confirmed == nil)
    #expect(member.after(.changePassword, begunBy: member, at: start).confirmed == nil)
  }
}
