import AccountService
import Messages
import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Workers

// Names that a worker proves, and a store that fails in between.

extension AccountsContract {
  @Test("sign in by a name that a worker proves, and start a worker for each", arguments: Side.allCases)
  func byName(side: Side) async throws {
    let played = try await PlayedAccounts(side, try worker(.example(), signUp: .always))
    for _ in 1...2 {
      let outcome = try await played.signIn(name: "ada", "correct horse")
      #expect(outcome?.signedIn?.email == email("ada@test.localhost"), "\(String(describing: outcome))")
      #expect(try await played.page().attempts.map(\.outcome).contains(.signedIn))
    }
    #expect(try await played.signIn().signedIn?.email == ServiceFixture.ada)
    let pool = played.fixture.pool
    await played.turn(until: { pool?.isEmpty == true })
    #expect(pool?.isEmpty == true)
  }

  @Test("refuse a wrong name and a wrong password alike, and block after the third", arguments: Side.allCases)
  func byWrongName(side: Side) async throws {
    let played = try await PlayedAccounts(side, try worker(.example(), signUp: .always))
    for (name, password) in [("bob", "correct horse"), ("ada", "wrong horse"), ("ada", "wrong horse")] {
      #expect(try await played.signIn(name: name, password)?.text == "refused(blockedFor: nil)")
    }
    #expect(try await played.signIn(name: "ada", "wrong horse")?.text == "refused(blockedFor: Optional(1))")
    #expect(try await played.signIn(name: "ada", "correct horse")?.text == "throttled(seconds: 1)")
  }

  @Test("say that names can't be checked while their worker can't, and charge nobody", arguments: Side.allCases)
  func byNameInAnOutage(side: Side) async throws {
    let outage = try PlayedWorker(
      doing: """
        hear()
        say(worker={"version": {"major": 2, "minor": 0}})
        hear()
        ask({"id": 1, "kind": {"password": {}}})
        say(unavailable={"reason": {"busy": {}}})
        """)
    let played = try await PlayedAccounts(side, try worker(outage, signUp: .always))
    for _ in 1...4 {
      guard case .unavailable(.service(.workerFailed)) = try await played.signIn(name: "ada", "correct horse") else {
        Issue.record("The outage is hidden.")
        return
      }
    }
    #expect(try await played.fixture.store.throttleState().runs.isEmpty)
  }

  @Test("leave no worker behind when they are left", arguments: Side.allCases)
  func leavesWorkers(side: Side) async throws {
    let silent = try PlayedWorker(doing: "hear()\ntime.sleep(60)")
    let played = try await PlayedAccounts(side, try worker(silent, signUp: .always))
    let login = Login.name(try #require(LoginName("ada", of: "test")))
    let conversation = played.client.signIn(session: { false }).begin(login, nil)
    let signIn = Task { await conversation.next(.begin) }
    await played.turn(until: { played.fixture.pool?.isEmpty == false })
    signIn.cancel()
    await played.turn(until: { played.fixture.pool?.isEmpty == true })
    #expect(played.fixture.pool?.isEmpty == true)
  }

  @Test("sign nobody in without a row, and work again, at whatever moment the store fails", arguments: Side.allCases)
  func failsAtAnyMoment(side: Side) async throws {
    for error in [StoreError.unreachable(.busy, path: "/x"), .inputOutput(.failing, path: "/x")] {
      var (moment, isWhole) = (0, false)
      while !isWhole {
        // Given a store that fails after so many operations
        let played = try await PlayedAccounts(side)
        _ = await played.value(of: Task { await played.welcome() })
        let store = played.fixture.store
        store.fail(error, afterOperations: moment)
        // When somebody signs in, reads, changes the password, and leaves
        let outcome = try await played.signIn(session: true)
        isWhole = outcome.signedIn != nil
        isWhole = (try? await played.page()) != nil && isWhole
        isWhole = try await played.change(ServiceFixture.secret, to: "battery staple") == .changed && isWhole
        isWhole = (try? await played.signOut()) != nil && isWhole
        // Then the log has the sign-in if it was said, and nobody is signed in by one that failed
        store.failure = nil
        let rows = try await played.outcomes()
        #expect(rows.contains(.signedIn) || outcome.signedIn == nil, "\(error), \(moment): \(rows)")
        if outcome.signedIn == nil {
          guard case .unavailable(error) = outcome else {
            Issue.record("\(error) at \(moment) became \(outcome)")
            return
          }
          #expect(try await store.sessions(of: nil).isEmpty)
        }
        // And the same accounts work, once the attempts under way are over
        played.fixture.clock.advance(by: .seconds(60))
        let isChanged = rows.contains(.change(.passwordChanged))
        let again = try await played.signIn(isChanged ? "battery staple" : ServiceFixture.secret)
        #expect(again.signedIn != nil, "\(error), \(moment): \(again)")
        moment += 1
        #expect(moment < 100)
        if moment >= 100 { return }
      }
      #expect(moment > 4)
    }
  }

  private func worker(_ worker: PlayedWorker, signUp: AdditionCondition?) throws -> ServerFixture {
    let fixture = ServerFixture()
    fixture.signUp = signUp
    worker.serve(fixture)
    fixture.worker = worker
    return fixture
  }
}

extension PlayedAccounts {
  /// Signs in by a name, and goes on after each notice.
  func signIn(name: String, _ secret: String) async throws -> SignInOutcome? {
    let login = Login.name(try #require(LoginName(name, of: "test")))
    let conversation = client.signIn(session: { false }).begin(login, try password(secret))
    var step = await step(of: conversation, .begin)
    while case .tell = step { step = await self.step(of: conversation, .proceed) }
    if case .ended(let outcome) = step { return outcome }
    return nil
  }
}
