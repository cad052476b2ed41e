import Identity
import PostgreSQLServers
import Secrets
import Store
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Each round trip is a wait for the network, and a sign-in makes others of the same email wait meanwhile.
@Suite(
  "The round trips of an operation", .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
  .fewAtOnce)
struct RoundTripTests {
  private let token = SecureToken()

  @Test func `are no more than it needs, and do not grow with the statements that go out together`() async throws {
    // Given a store whose connection is counted, with an account that has been signed in to there
    let server = try await PostgreSQLServer.shared.value
    let proxy = try FaultyProxy(to: server)
    let store = PostgreSQLStore(at: try server.place(of: try await server.database(), through: proxy.folder))
    _ = try await store.newAccount(Story.ann)
    try await signIn(in: store, SecureToken())
    func count(_ body: () async throws -> Void) async rethrows -> Int {
      proxy.heal()
      try await body()
      return proxy.roundTrips
    }
    let many = (0..<10_000).map { NewAccount(email: email("u\($0)@example.com"), passwordHash: .sample()) }
    // When
    let signIn = try await count { try await self.signIn(in: store, token) }
    let failure = try await count { try await fail(in: store) }
    let verification = try await count { _ = try await store.verify(token.digest, by: .anybody) }
    let reading = try await count { _ = try await store.account(of: Story.ann) }
    let addition = try await count { _ = try await store.add(many, .missingOnly, allowing: 6...20) }
    // Then
    #expect([signIn, failure, verification, reading, addition] == [16, 17, 1, 1, 33])
  }

  private func signIn(in store: PostgreSQLStore, _ token: SecureToken) async throws {
    guard
      case .admitted(let admission) = try await store.charge(
        typed: .email(Story.ann), from: .at("desk"), under: Throttle()), let account = admission.account
    else { throw AttemptBlocked() }
    let new = NewSession(token: token.digest, lifetime: SessionLifetime())
    _ = try await store.settle(admission.attempt, as: .signedIn(account, opening: new), under: Throttle())
  }

  private func fail(in store: PostgreSQLStore) async throws {
    let nobody = Login.email(email("nobody@example.com"))
    guard case .admitted(let admission) = try await store.charge(typed: nobody, from: .at("desk"), under: Throttle())
    else { throw AttemptBlocked() }
    _ = try await store.settle(admission.attempt, as: .refused, under: Throttle())
    _ = try await store.clear(.all)
  }
}
