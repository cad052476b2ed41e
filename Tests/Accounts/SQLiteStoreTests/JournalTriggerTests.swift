import SQLite
import Identity
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStore
import Store

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

  @Test("writes nothing of an import that adds none")
  func failedImport() async throws {
    _ = try await store.newAccount(ann)
    let both = [email("bob@example.com"), ann].map { NewAccount(email: $0, passwordHash: .sample()) }
    #expect(try await store.add(both, .allOrNone, allowing: 6...20) == [1])
    #expect(journal.records.map(\.email) == [ann])
  }

  @Test("does nothing that the journal refuses, and says why", .tags(.failuresLetNobodyIn))
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

  @Test("waits for a busy journal without the lock, and then records once")
  func busy() async throws {
    // Given a journal that is busy at first, and another program that writes while this one waits
    let directory = try ScratchDirectory()
    let store = SQLiteStore(file: directory.file("signin.db"), journal: journal)
    _ = try await store.isEmpty()
    let path = directory("signin.db")
    journal.becomeBusy { [path = path as String] in
      try Database(path: path).execute(script: "BEGIN IMMEDIATE; UPDATE account SET locked = 0; COMMIT")
    }
    // Then the attempt is recorded, once, as soon as the journal is ready
    let id = try await store.admit(ann)
    #expect(journal.outcomes == [.pending])
    #expect(journal.waits == 1)
    #expect(try await store.rows(of: ann).map(\.id) == [id])
  }

  @Test("waits for a busy journal inside a step only after its first record, which would be written twice")
  func busyLater() async throws {
    // Given a journal that is busy after each record
    journal.becomeBusy(again: true) {}
    // When two accounts are added in one step
    let both = [ann, email("bob@example.com")].map { NewAccount(email: $0, passwordHash: .sample()) }
    _ = try await store.add(both, .allOrNone, allowing: 6...20)
    // Then the first made way, and the second waited
    #expect(journal.records.map(\.email) == both.map(\.email))
    #expect(journal.waits == 1)
    #expect(journal.waitsInside == 1)
  }

  @Test("does nothing while the journal stays busy, and says so")
  func alwaysBusy() async throws {
    journal.becomeBusy { throw ScriptedJournal.refusal }
    await #expect(throws: ScriptedJournal.refusal) { try await store.admit(ann) }
    #expect(try await store.rows(of: ann).isEmpty)
    #expect(try await store.throttleState() == ThrottleState())
  }
}

/// A journal that remembers its records, and is busy or refuses when told to.
private final class ScriptedJournal: AttemptJournal {
  static let refusal = StoreError.notRecorded(.journal, errorNumber: 2)

  private struct State {
    var records: [JournalRecord] = []
    var refuses = false
    var isBusy = false
    var isBusyAgain = false
    var meanwhile: @Sendable () throws -> Void = {}
    var waits = 0
    var waitsInside = 0
  }
  private let state = Mutex(State())

  func write(_ record: JournalRecord) throws(StoreError) {
    let isTaken = state.withLock { state in
      if state.isBusy { state.waitsInside += 1 }
      if !state.refuses { state.records.append(record) }
      return !state.refuses
    }
    if !isTaken { throw Self.refusal }
  }

  func writeAtOnce(_ record: JournalRecord) throws(StoreError) -> Bool {
    if state.withLock(\.isBusy) { return false }
    try write(record)
    state.withLock { $0.isBusy = $0.isBusyAgain }
    return true
  }

  func waitUntilReady() throws(StoreError) {
    do {
      try state.withLock(\.meanwhile)()
    } catch {
      throw (error as? StoreError) ?? .damaged(.foreignValue, path: "\(error)")
    }
    state.withLock { state in
      state.isBusy = false
      state.waits += 1
    }
  }

  /// Takes nothing at once until somebody has waited. Then it does `meanwhile`.
  func becomeBusy(again: Bool = false, _ meanwhile: @escaping @Sendable () throws -> Void) {
    state.withLock { state in
      state.isBusy = true
      state.isBusyAgain = again
      state.meanwhile = meanwhile
    }
  }

  var waits: Int { state.withLock(\.waits) }
  var waitsInside: Int { state.withLock(\.waitsInside) }

  var records: [JournalRecord] { state.withLock(\.records) }
  var outcomes: [AttemptOutcome] { records.map(\.outcome) }
  func refuse() { state.withLock { $0.refuses = true } }
}
