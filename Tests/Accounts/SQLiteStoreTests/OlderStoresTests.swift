import Foundation
import SQLite
import Identity
import Secrets
import TestSupport
import Testing

@testable import SQLiteStore
import Store

/// `Stores/0.1.0.db` was written by the program of the first edition; the script beside it shows how.
@Suite("A store of the first edition")
struct OlderStoresTests {
  private let old: OldStore
  /// A moment after its newest row.
  private let clock = ManualClock(Timestamp(milliseconds: 1_795_347_811_000))

  init() throws {
    old = try OldStore()
  }

  private var store: SQLiteStore { SQLiteStore(file: old.file, clock: clock) }

  @Test("keeps its accounts: each password is right, whatever its hash cost, and who was locked is locked")
  func accounts() async throws {
    let hashing = try Argon2id(memoryKiB: 19_456, passes: 2)
    for (name, isLocked, cost) in [
      ("Ann@Example.com", false, HashCost.standard), ("bob@example.com", true, .standard),
      ("carl@example.com", false, .minimum), ("dora@example.com", false, HashCost(memoryKiB: 262_144, passes: 4)),
    ] {
      let account = try #require(try await store.account(of: email(name)))
      #expect(account.email.text == name)
      #expect(account.isLocked == isLocked)
      #expect(account.passwordHash?.cost == cost)
      #expect(try hashing.verify(password("lovelace1815"), against: #require(account.passwordHash)))
      #expect(try !hashing.verify(password("lovelace1816"), against: #require(account.passwordHash)))
    }
    #expect(try await store.costliestHashCost() == HashCost(memoryKiB: 262_144, passes: 4))
    #expect(try await store.widestPasswordLength(including: 8...12) == 6...20)
  }

  @Test("keeps its sessions, until they expire")
  func sessions() async throws {
    let tokens = [
      ("Ann@Example.com", "ml44Wg6ID0rxbzrKq4ZGaZWZkP428rfzvQsZ84jjbGo"),
      ("carl@example.com", "uf_2Zm-umgswJs7poS04zu9mbUmu8qttF7MpK6_L8uc"),
    ]
    for (name, token) in tokens {
      let digest = try #require(SecureToken(base64URL: token)).digest
      #expect(try await store.verify(digest)?.email.text == name)
    }
    clock.advance(by: .seconds(12 * 3_600))
    for (_, token) in tokens {
      #expect(try await store.verify(try #require(SecureToken(base64URL: token)).digest) == nil)
    }
  }

  @Test("keeps its log, whole and in its order, and every word in it is found")
  func log() async throws {
    let page = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 100)
    #expect(page.attempts.reversed().map(OldStore.words) == OldStore.log)
    #expect(page.attempts.allSatisfy { $0.id.time == $0.time && $0.times == 1 && $0.source.program == "signin" })
    for (word, count) in ["signed-in": 4, "refused": 14, "cancelled": 1, "pending": 1, "throttled": 3, "EVE@": 15] {
      let search = AttemptQuery(email: nil, search: AttemptSearch(word))
      #expect(try await store.page(of: search, before: nil, limit: 100).attempts.count == count, "\(word)")
    }
    #expect(try old.read { db in try db.value("PRAGMA integrity_check") as String? } == "ok")
    #expect(try old.read { db in try db.rows("PRAGMA foreign_key_check") { _ in } }.isEmpty)
  }

  @Test("keeps the order of its log if the clock was set back while it was written")
  func clockSetBack() async throws {
    // Given rows from an hour in which the clock was a day ahead
    try old.write { db in try db.execute("UPDATE attempt SET at = at + 86400000 WHERE id BETWEEN 5 AND 7") }
    // When the log is read in pages of four, and a row is added meanwhile
    let store = store
    var rows: [Attempt] = []
    var last: AttemptID?
    repeat {
      let page = try await store.page(of: AttemptQuery(email: nil), before: last, limit: 4)
      rows += page.attempts
      last = page.next
      try await store.recordSignOut(of: email("carl@example.com"), from: .at("here"))
    } while last != nil
    // Then each row comes once, in the order written, and so do the identifiers
    #expect(rows.reversed().map(OldStore.words) == OldStore.log)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.id > $1.id })
    // And the new rows are the newest, though the clock shows an earlier time than that of others
    let newest = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 1).attempts
    #expect(newest.map(\.outcome) == [.change(.signedOut)])
    #expect(newest.map(\.time) == [clock.now()])
  }

  @Test("still blocks the email that was blocked, for as long as before")
  func throttle() async throws {
    let eve = email("eve@example.com")
    let charge = try await store.charge(eve, from: .at("elsewhere"), under: Throttle())
    guard case .blocked(let seconds) = charge else {
      Issue.record("the update freed an email: \(charge)")
      return
    }
    #expect((1...900).contains(seconds))
    clock.advance(by: .seconds(900))
    guard case .admitted = try await store.charge(eve, from: .at("elsewhere"), under: Throttle()) else {
      Issue.record("the update blocks an email for longer")
      return
    }
  }

  @Test("is whole after an update that fails at its last step, and is updated by the next one")
  func failedUpdate() async throws {
    // Given a table in the way of the last step
    try old.write { db in try db.execute("CREATE TABLE identity (provider)") }
    let before = try old.dump()
    // When it is opened, then that fails, and nothing is changed
    await #expect(throws: StoreError.self) { try await store.isEmpty() }
    #expect(try old.dump() == before)
    // And without the obstacle it is updated
    try old.write { db in try db.execute("DROP TABLE identity") }
    #expect(try await store.account(of: email("ann@example.com")) != nil)
    #expect(try old.version() == Schema.steps.count)
  }

  @Test("is whole after a program that was killed during the update, and is updated by the next one")
  func killedUpdate() async throws {
    // Given a program that is killed after the last step, whose changes are on disk and not committed
    let before = try old.dump()
    let path = old.file.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let db = try Database(path: path)
      try db.execute(script: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
      try Schema.migrate(db, from: 2)
      kill(getpid(), SIGKILL)
    }
    // Then it is as it was, and is updated by the next program
    #expect(try old.dump() == before)
    let page = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 100)
    #expect(page.attempts.reversed().map(OldStore.words) == OldStore.log)
    #expect(try old.version() == Schema.steps.count)
  }

  @Test("is updated once by many programs that open it at once")
  func manyUpdates() async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { [file = old.file, clock] in
          try await SQLiteStore(file: file, clock: clock).page(of: AttemptQuery(email: nil), before: nil, limit: 100)
        }
      }
      for try await page in group { #expect(page.attempts.count == OldStore.log.count) }
    }
    #expect(try old.version() == Schema.steps.count)
  }

  @Test("that is read-only is refused with the reason, and stays as it was")
  func readOnly() async throws {
    let before = try old.dump()
    let folder = old.folder
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      // Root may write everything, so this process becomes somebody else.
      let path = folder + "/signin.db"
      if geteuid() == 0 {
        for each in [folder, path, path + "-wal", path + "-shm"] { _ = chown(each, 65_534, 65_534) }
        guard setegid(65_534) == 0, seteuid(65_534) == 0 else { fatalError("cannot become nobody") }
      }
      guard chmod(path, 0o400) == 0 else { fatalError("cannot close the file") }
      await #expect(throws: StoreError.inputOutput(.readOnlyFile, path: path)) {
        try await SQLiteStore(file: StoreFile(path: path)).isEmpty()
      }
    }
    #expect(try old.dump() == before)
  }

  @Test("gets a new version with the update, and each version is refused by programs before it")
  func versions() async throws {
    #expect(try old.version() == 2)
    _ = try await store.isEmpty()
    #expect(try old.version() == Schema.steps.count)
    // Given a store of the next version after this one
    try old.write { db in try db.execute("PRAGMA user_version = \(Schema.steps.count + 1)") }
    let before = try old.dump()
    await #expect(throws: StoreError.damaged(.newerVersion, path: old.file.path)) { try await store.isEmpty() }
    #expect(try old.dump() == before)
  }
}
