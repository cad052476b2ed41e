import Identity
import ServiceTestSupport
import TestSupport
import Testing

@testable import AccountService
@testable import Secrets

// Forms that leave, and sessions that end, while something is under way.

extension AccountsContract {
  @Test("leave no session without its token, at whatever moment the form leaves", arguments: Side.allCases)
  func leavesAtAnyMoment(side: Side) async throws {
    var (moment, isOver) = (0, false)
    while !isOver {
      // Given a form that leaves so many turns after somebody began to sign in
      let played = try await PlayedAccounts(side)
      let signIn = played.beginSignIn(session: true)
      await played.turn(until: { false }, atMost: moment)
      isOver = played.client.isSignedIn
      played.client.leave(within: .seconds(5))
      // A sign-in that had asked for nothing yet connects again
      let isSignedIn = await played.outcome(of: signIn)?.signedIn != nil
      await played.turn(until: { played.isSettled })
      // Then the attempt is settled, and only who has the token has a session
      let sessions = try await played.fixture.store.sessions(of: nil)
      if isSignedIn { #expect(sessions.count == 1, "\(moment)") }
      // A token that is in the socket already is delivered, as far as a service knows
      if side == .local && !isSignedIn { #expect(sessions.isEmpty, "\(moment)") }
      #expect(try await !played.outcomes().contains(.refused))
      moment += 1
      try #require(moment < 500)
    }
  }

  @Test("leave in time during a hash of 1 GiB, and settle its attempt later", arguments: Side.allCases)
  func leavesDuringHash(side: Side) async throws {
    // Given a password whose hash takes long. On a busy machine it is done before this test goes on, so then again
    let costly = Argon2id(unchecked: HashCost(memoryKiB: 1 << 20, passes: 2))
    let hash = try costly.hash(try password(ServiceFixture.secret))
    var (fixture, played, signIn) = try await beginCostly(hash, side)
    for _ in 1...20 where played.isSettled { (fixture, played, signIn) = try await beginCostly(hash, side) }
    try #require(!played.isSettled)
    // When the form leaves
    played.client.leave(within: .milliseconds(20))
    // Then nobody is signed in, and in the end the log says that the form left
    #expect(await played.outcome(of: signIn)?.signedIn == nil)
    await played.turn(until: { played.isSettled }, atMost: 200_000)
    await played.turn(until: { false }, atMost: 20)
    #expect(try await played.outcomes().first != .pending)
    #expect(try await fixture.store.sessions(of: nil).isEmpty || side == .service)
  }

  private func beginCostly(
    _ hash: PasswordHash, _ side: Side
  ) async throws -> (ServerFixture, PlayedAccounts, Task<SignInOutcome?, Never>) {
    let fixture = ServerFixture()
    _ = try await fixture.store.add(ServiceFixture.ada, hash, .always, from: .at("setup"))
    let played = try await PlayedAccounts(side, fixture)
    let signIn = played.beginSignIn(session: true)
    await played.turn(until: { !played.isSettled })
    return (fixture, played, signIn)
  }

  @Test("change nothing when the session ends between a question and its answer", arguments: Side.allCases)
  func sessionEndsMeanwhile(side: Side) async throws {
    let fixture = ServerFixture()
    let played = try await PlayedAccounts(side, fixture)
    _ = try await played.signIn(session: true)
    // Given a change that asks for the password
    let conversation = played.client.changing(.newRecoveryCodes).begin(.email(ServiceFixture.ada), nil)
    guard case .ask(let question)? = await played.step(of: conversation, .begin) else {
      Issue.record("Nothing was asked.")
      return
    }
    // When an administrator ends the session
    try await fixture.store.revoke(.all, from: .at("elsewhere"))
    let answer = Answer.secret(try password(ServiceFixture.secret), to: question.challenges[0].id)
    // Then the right answer changes nothing, and the form is told once
    guard case .ended(.unavailable(.service(.sessionEnded)))? = await played.step(of: conversation, answer) else {
      Issue.record("The change goes on.")
      return
    }
    #expect(played.sessionEnds == 1)
    #expect(try await !played.outcomes().contains(.change(.recoveryCodesMade)))
  }

  @Test("know no token whose session has ended", arguments: Side.allCases)
  func endedToken(side: Side) async throws {
    let played = try await PlayedAccounts(side)
    let token = try await #require(played.signIn(session: true).signedIn?.token)
    try await played.endSession()
    #expect(try await played.verify(token) == nil)
    await #expect(throws: StoreError.self) { try await played.overview() }
    #expect(try await played.signIn().signedIn != nil)
  }
}
