import Identity
import Secrets
import Store
import TestSupport
import Testing

@testable import SQLiteStore

/// What an operation costs, beside the disk and the hash. A shared statement that one engine does not need shows here.
@Suite("The statements that SQLite runs")
struct StatementCountTests {
  private let ann = email("ann@example.com")

  @Test("are no more than the operation needs")
  func counted() async throws {
    // Given a store with an account, whose statements are compiled
    let clock = ManualClock()
    let store = SQLiteStore.inMemory(clock: clock)
    let account = try await store.newAccount(ann)
    let statements = try store.noteStatements()
    func count(_ body: () async throws -> Void) async throws -> Int {
      try await body()
      statements.clear()
      // A second success in the same millisecond would write nothing new.
      clock.advance(by: .milliseconds(1))
      try await body()
      return statements.all.count
    }
    // When
    var token = SecureToken()
    let signIn = try await count {
      token = SecureToken()
      try await self.signIn(to: account, token, in: store)
    }
    let failure = try await count { try await fail(in: store) }
    let verification = try await count { _ = try await store.verify(token.digest, by: .anybody) }
    let reading = try await count { _ = try await store.account(of: ann) }
    // Then
    #expect([signIn, failure, verification, reading] == [31, 34, 5, 3])
  }

  @Test("of a refusal are the same for an unknown email, an account without keys and one with keys")
  func alike() async throws {
    // given
    let store = SQLiteStore.inMemory()
    let (bob, nobody) = (email("bob@example.com"), email("nobody@example.com"))
    for person in [ann, bob] { _ = try await store.newAccount(person) }
    let added = try await store.change(bob, .addKey(NewAccountKey(.sample, name: "ring")), from: .at("desk"))
    #expect(added == .found)
    let useCase = SignInUseCase(
      authenticator: AccountAuthenticator(
        accounts: store, argon2id: try Argon2id(memoryKiB: 19_456, passes: 2)),
      furtherSteps: [
        SecondFactorStep([KeyFactor(KeyRules(service: "castle"), store: store), RecoveryCodeFactor(store: store)])
      ], attempts: store, accounts: store, sessions: store, source: .at("desk"), throttle: .none,
      session: SessionLifetime(),
      signs: true)
    let statements = try store.noteStatements()
    // when each is refused twice, of which the second time is noted
    var all: [[String]] = []
    for person in [nobody, ann, bob] {
      for _ in 1...2 {
        statements.clear()
        let step = try await useCase.begin(.email(person), password("wrong horse")).next(.begin)
        guard case .ended(.refused(blockedFor: nil)) = step else { throw AttemptBlocked() }
      }
      all.append(statements.all)
    }
    // then
    #expect(!all[0].isEmpty && Set(all).count == 1, "\(all.map(\.count))")
    #expect(!all[0].contains { $0.contains("second_key") })
  }

  private func signIn(to account: Account, _ token: SecureToken, in store: SQLiteStore) async throws {
    guard
      case .admitted(let admission) = try await store.charge(typed: .email(ann), from: .at("desk"), under: Throttle())
    else { throw AttemptBlocked() }
    let new = NewSession(token: token.digest, lifetime: SessionLifetime())
    _ = try await store.settle(admission.attempt, as: .signedIn(account, opening: new), under: Throttle())
  }

  private func fail(in store: SQLiteStore) async throws {
    guard
      case .admitted(let admission) = try await store.charge(typed: .email(ann), from: .at("desk"), under: Throttle())
    else { throw AttemptBlocked() }
    _ = try await store.settle(admission.attempt, as: .refused, under: Throttle())
    _ = try await store.clear(.all)
  }
}
