import Identity
import Synchronization
import TestSupport
import Testing

@Suite("A log with a journal beside it")
struct JournalledAttemptLogTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let journal = ScriptedJournal()
  private let log: JournalledAttemptLog
  private let ann = email("ann@example.com")

  init() {
    log = JournalledAttemptLog(store, journal: journal)
  }

  private func charge() async throws -> Charge {
    try await log.charge(ann, from: .at("castle"), under: Throttle())
  }

  private func outcomes() async throws -> [AttemptOutcome] {
    try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 100).attempts.map(\.outcome)
  }

  private func admitted() async throws -> AttemptID {
    guard case .admitted(let id) = try await charge() else { throw AttemptBlocked() }
    return id
  }

  @Test("writes the begin and the outcome of every attempt, with its source")
  func settles() async throws {
    let account = try await store.newAccount(ann)
    for settlement in [Settlement.signedIn(account, opening: nil), .refused, .cancelled] {
      let settled = try await log.settle(admitted(), as: settlement)
      #expect(journal.outcomes.suffix(2) == [.pending, settled.outcome])
    }
    #expect(journal.records.count == 6)
    #expect(journal.records.allSatisfy { $0.email == ann && $0.source == .at("castle") })
  }

  @Test("writes a refusal after the sign-in to an account that was locked meanwhile")
  func locked() async throws {
    let account = try await store.newAccount(ann)
    let id = try await admitted()
    _ = try await store.change(ann, .lock)
    #expect(try await log.settle(id, as: .signedIn(account, opening: nil)) == .refused(blockedFor: nil))
    #expect(journal.outcomes == [.pending, .signedIn, .refused])
  }

  @Test("writes a blocked attempt")
  func blocked() async throws {
    for _ in 0..<3 { try await log.settle(admitted(), as: .refused) }
    guard case .blocked = try await charge() else { throw AttemptBlocked() }
    #expect(journal.outcomes.suffix(2) == [.refused, .throttled])
  }

  @Test("admits nothing that the journal refuses")
  func nothingAdmitted() async throws {
    journal.refuse(after: 0)
    await #expect(throws: ScriptedJournal.refusal) { try await charge() }
    #expect(try await outcomes() == [.pending])
  }

  @Test("does not repeat itself while an attempt waits for others")
  func waiting() async throws {
    for _ in 0..<3 { _ = try await charge() }
    #expect(try await charge() == .mustWait)
    #expect(journal.outcomes == [.pending, .pending, .pending])
  }

  @Test("settles nothing that is not in the journal")
  func notSettled() async throws {
    let account = try await store.newAccount(ann)
    journal.refuse(after: 1)
    let id = try await admitted()
    await #expect(throws: ScriptedJournal.refusal) { try await log.settle(id, as: .signedIn(account, opening: nil)) }
    #expect(try await outcomes() == [.pending])
  }
}

/// A journal that remembers its records, and refuses when told to.
private final class ScriptedJournal: AttemptJournal {
  static let refusal = StoreError.notRecorded(.journal, errorNumber: 2)
  private let state = Mutex(State())

  private struct State {
    var records: [JournalRecord] = []
    var left = Int.max
  }

  func write(_ record: JournalRecord) throws(StoreError) {
    let isTaken = state.withLock { state in
      guard state.records.count < state.left else { return false }
      state.records.append(record)
      return true
    }
    if !isTaken { throw Self.refusal }
  }

  var records: [JournalRecord] { state.withLock(\.records) }
  var outcomes: [AttemptOutcome] { records.map(\.outcome) }
  func refuse(after count: Int) { state.withLock { $0.left = count } }
}
