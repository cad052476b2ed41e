import Identity
import PostgreSQLServers
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// One transaction, in parts: each has the time that a change has, so the number of accounts does not matter.
@Suite("An import of many accounts", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct ImportTests {
  private func accounts(_ numbers: Range<Int>) -> [NewAccount] {
    numbers.map { NewAccount(email: email("Ann\($0)@example.com"), passwordHash: .sample()) }
  }

  @Test func `All of 20,000 are added with their rows of the log, in their order`() async throws {
    let store = PostgreSQLStore(at: try await PostgreSQLServer.shared.value.place())
    let all = accounts(0..<20_000)
    #expect(try await store.add(all, .allOrNone, allowing: 6...20, from: .at("desk")) == [])
    let last = try #require(all.last?.email)
    #expect(try await store.account(of: last)?.email.text == last.text)
    #expect(try await store.rows(of: last).map(\.outcome) == [.change(.accountAdded)])
    let newest = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 3).attempts.map(\.email)
    #expect(newest == all.suffix(3).reversed().map(\.email))
  }

  @Test(arguments: [BulkAddition.allOrNone, .missingOnly])
  func `Those that have an account, or come twice, are told by their positions`(_ addition: BulkAddition) async throws {
    // Given an account, and an import of several parts with it, and with others twice in one part and in two
    let store = PostgreSQLStore(at: try await PostgreSQLServer.shared.value.place())
    _ = try await store.newAccount(email("ann1500@example.com"))
    let all = accounts(0..<2_500) + accounts(2_499..<2_500) + accounts(7..<8)
    // Then
    let existing = try await store.add(all, addition, allowing: 6...20, from: .at("desk"))
    #expect(existing == [1_500, 2_500, 2_501])
    #expect((try await store.account(of: email("ann3@example.com")) != nil) == (addition == .missingOnly))
    #expect(try await store.rows(of: email("ann1500@example.com")).count == 1)
  }

  @Test func `A block of an email that nobody has goes on when it is imported`() async throws {
    let store = PostgreSQLStore(at: try await PostgreSQLServer.shared.value.place())
    let ann = email("ann7@example.com")
    for _ in 1...3 {
      guard
        case .admitted(let admission) = try await store.charge(typed: .email(ann), from: .at("here"), under: Throttle())
      else { throw AttemptBlocked() }
      _ = try await store.settle(admission.attempt, as: .refused, under: Throttle())
    }
    _ = try await store.add(accounts(0..<20), .allOrNone, allowing: 6...20, from: .at("desk"))
    #expect(
      try await store.charge(typed: .email(ann), from: .at("here"), under: Throttle()) == .blocked(seconds: 1))
  }
}
