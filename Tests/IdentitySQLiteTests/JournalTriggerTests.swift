import Identity
import Synchronization
import TestSupport
import Testing

@testable import IdentitySQLite

@Suite("A store with a journal beside it")
struct JournalTriggerTests {
  private let journal = ScriptedJournal()
  private let store: SQLiteStore
  private let ann = email("ann@example.com")

  init() {
    store = SQLiteStore.inMemory(clock: ManualClock(), journal: journal)
  }

  private func admitted() async throws -> AttemptID {
    guard case .admitted(let admission) = try await store.charge(ann, from: .at("castle"), under: Throttle()) else {
      throw AttemptBlocked()
    }
    return admission.attempt
  }

  @Test("writes the begin and the outcome of every attempt, with its source")
  func attempts() async throws {
    let account = try await store.newAccount(ann)
    for settlement in [Settlement.signedIn(account, opening: nil), .refused, .cancelled] {
      let settled = try await store.settle(admitted(), as: settlement)
      #expect(journal.outcomes.suffix(2) == [.pending, settled.outcome])
    }
    #expect(journal.records.allSatisfy { $0.email == ann })
    #expect(journal.records.suffix(6).allSatisfy { $0.source == .at("castle") })
  }

  @Test("writes each blocked attempt, although they share a row")
  func blocked() async throws {
    for _ in 1...3 { try await store.settle(admitted(), as: .refused) }
    for _ in 1...2 { _ = try await store.charge(ann, from: .at("castle"), under: Throttle()) }
    #expect(journal.outcomes.suffix(3) == [.refused, .throttled, .throttled])
  }

  @Test("writes changes")
  func changes() async throws {
    _ = try await store.newAccount(ann)
    _ = try await store.change(ann, .lock, from: .at("castle"))
    #expect(journal.outcomes == [.change(.accountAdded), .change(.locked)])
  }

  @Test("does nothing that the journal refuses, and says why")
  func refused() async throws {
    // Given a journal that takes the begin of an attempt, and no more
    let account = try await store.newAccount(ann)
    let id = try await admitted()
    journal.refuse()
    // Then nobody is signed in, nothing is charged, and nothing is changed
    await #expect(throws: ScriptedJournal.refusal) {
      try await store.settle(id, as: .signedIn(account, opening: nil))
    }
    await #expect(throws: ScriptedJournal.refusal) { try await admitted() }
    await #expect(throws: ScriptedJournal.refusal) { try await store.change(ann, .lock, from: .at("castle")) }
    #expect(try await store.rows(of: ann).map(\.outcome) == [.pending, .change(.accountAdded)])
    #expect(try await store.account(of: ann)?.isLocked == false)
  }
}

/// A journal that remembers its records, and refuses when told to.
private final class ScriptedJournal: AttemptJournal {
  static let refusal = StoreError.notRecorded(.journal, errorNumber: 2)
  private let state = Mutex((records: [JournalRecord](), refuses: false))

  func write(_ record: JournalRecord) throws(StoreError) {
    let isTaken = state.withLock { state in
      if !state.refuses { state.records.append(record) }
      return !state.refuses
    }
    if !isTaken { throw Self.refusal }
  }

  var records: [JournalRecord] { state.withLock(\.records) }
  var outcomes: [AttemptOutcome] { records.map(\.outcome) }
  func refuse() { state.withLock { $0.refuses = true } }
}
