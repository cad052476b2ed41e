import Identity
import TestSupport
import Testing

@Suite("The sign-in before the newest one")
struct PreviousSignInTests {
  /// A log of these attempts, the newest first, which nothing can be added to.
  private struct Log: AttemptLog {
    let attempts: [Attempt]
    let hasMore: Bool

    func page(of query: AttemptQuery, before id: AttemptID?, limit: Int) async throws(StoreError) -> AttemptPage {
      AttemptPage(attempts: attempts, next: hasMore ? attempts.last?.id : nil)
    }

    func charge(
      _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
    ) async throws(StoreError) -> Charge { .mustWait }

    func charge(
      typed login: Login, from source: AttemptSource, under throttle: Throttle
    ) async throws(StoreError) -> Charge { .mustWait }

    func settle(
      _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
    ) async throws(StoreError) -> Settled { throw .service(.nonsense) }

    func recordSignOut(of owner: Owner, from source: AttemptSource) async throws(StoreError) {}
  }

  private func previous(_ outcomes: AttemptOutcome..., hasMore: Bool = false) async throws -> PreviousSignIn? {
    let attempts = outcomes.enumerated().map { Attempt.sample(Int64(outcomes.count - $0.offset), $0.element) }
    return try await Log(attempts: attempts, hasMore: hasMore).previousSignIn(
      in: AttemptQuery(owner: email("ada@lovelace.example")))
  }

  @Test("is behind the failures between the two, of which each is counted, and nothing else")
  func between() async throws {
    let found = try await previous(.refused, .signedIn, .refused, .cancelled, .passed, .throttled, .signedIn, .refused)
    #expect(found?.attempt?.id.number == 2)
    #expect(found?.failures == 3)
    let none = try await previous(.signedIn, .signedIn, .refused)
    #expect(none?.attempt?.id.number == 2 && none?.failures == 0)
  }

  @Test("is none where there was only one, and unknown where the log goes on")
  func unknown() async throws {
    #expect(try await previous(.signedIn, .refused) == nil)
    #expect(try await previous(.refused) == nil)
    let unknown = try await previous(.signedIn, .refused, .refused, hasMore: true)
    #expect(unknown == PreviousSignIn(nil, failures: 2))
  }
}
