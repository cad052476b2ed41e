import Foundation
import SQLite
import Glibc
import Identity
import Secrets
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("Opening a store")
struct DatabaseConnectionTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  @Test("makes it durable and strict about references")
  func pragmas() throws {
    let store = SQLiteStore(file: directory.file("signin.db"))
    #expect(try store.pragma("journal_mode") == "wal")
    #expect(try store.pragma("synchronous") == "2")  // FULL
    #expect(try store.pragma("foreign_keys") == "1")
    #expect(try store.pragma("cell_size_check") == "1")
    #expect(try store.pragma("application_id") == "1936157038")  // "sgin"
    #expect(try store.pragma("user_version") == "\(Schema.steps.count)")
  }

  @Test("keeps it durable for the next program too")
  func pragmasOfSecond() async throws {
    _ = try await SQLiteStore(file: directory.file("signin.db")).isEmpty()
    let again = SQLiteStore(file: directory.file("signin.db"))
    #expect(try again.pragma("journal_mode") == "wal")
    #expect(try again.pragma("synchronous") == "2")
  }

  @Test("waits for another program to finish")
  func patient() async throws {
    // Given another program that is writing
    let store = SQLiteStore(file: directory.file("signin.db"))
    _ = try await store.isEmpty()
    let other = try Database(path: directory("signin.db"))
    try other.execute("BEGIN IMMEDIATE")
    // When an account is added meanwhile
    async let addition = store.add(email("ann@example.com"), .sample())
    try other.execute("COMMIT")
    // Then it is added in the end
    #expect(try await addition == .added)
  }

  @Test("polls more often the longer it has waited, so no program starves")
  func patienceGrows() throws {
    let pauses = try [0, 500, 1_000, 2_500, 9_000].map { try #require(LockTimeout.pause(after: .milliseconds($0))) }
    #expect(pauses == [1_000...15_000, 500...7_500, 250...3_750, 31...468, 31...468])
  }

  @Test("has a time limit, so a hanging program doesn't hang others")
  func patienceEnds() {
    #expect(LockTimeout.pause(after: .milliseconds(14_999)) != nil)
    #expect(LockTimeout.pause(after: .seconds(15)) == nil)
    // And each wait starts from the beginning
    let timeout = LockTimeout()
    for _ in 0..<3 { #expect(timeout.waitsAgain(after: 0)) }
  }

  @Test("finds the data written before")
  func reopens() async throws {
    _ = try await SQLiteStore(file: directory.file("signin.db")).add(email("ann@example.com"), .sample("B"))
    let again = SQLiteStore(file: directory.file("signin.db"))
    #expect(try await again.account(of: email("ann@example.com"))?.passwordHash == .sample("B"))
  }

  @Test("refuses an empty file, which no store ever is, and leaves it empty", .tags(.answersAreKept))
  func emptyFile() async throws {
    try directory.write("", to: "signin.db")
    await expect(.damaged(.empty, path: directory("signin.db")))
    #expect(try directory.read("signin.db").isEmpty)
  }

  @Test("starts over after a program that was killed while it made the store, and leaves nothing else behind")
  func killedBefore() async throws {
    for name in ["signin.db-new", "signin.db-new-wal", "signin.db-lock"] {
      try directory.write("half a store", to: name)
    }
    let store = SQLiteStore(file: directory.file("signin.db"))
    #expect(try await store.isEmpty())
    await store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["signin.db"])
  }

  @Test("makes a store, though another user has locked its folder")
  func lockedFolder() async throws {
    // Given a folder that others may read, and so lock
    try directory.setMode(0o755, of: "")
    let folder = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    #expect(flock(folder, LOCK_EX | LOCK_NB) == 0)
    // Then the store is made, and nothing is left beside it that they could lock
    let store = SQLiteStore(file: directory.file("signin.db"))
    #expect(try await store.isEmpty())
    await store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["signin.db"])
  }

  @Test("never shows another program an empty file")
  func neverEmpty() async throws {
    for number in 0..<20 {
      // Given a program that looks at the file all the time
      let path = directory("\(number).db")
      let watch = Task.detached { () -> Int in
        while true {
          var status = stat()
          if stat(path, &status) == 0 { return status.st_size }
          await Task.yield()
        }
      }
      // When another one makes it, then its first sight is a whole store
      _ = try await SQLiteStore(file: StoreFile(path: path)).isEmpty()
      #expect(await watch.value > 4_096)
    }
  }

  @Test(
    "refuses anything else, and leaves it unchanged", arguments: ["#", "The quick brown fox", "SQLite format 3"])
  func noDatabase(_ start: String) async throws {
    let text = start + String(repeating: ". And so on", count: 1_000)
    try directory.write(text, to: "signin.db")
    // Root's may be a file that all programs read, such as /etc/passwd.
    try directory.setMode(0o644, of: "signin.db")
    await expect(.damaged(.notStore, path: directory("signin.db")))
    #expect(throws: StoreError.damaged(.notStore, path: directory("signin.db"))) {
      try StoreBackup(of: directory.file("signin.db"))
    }
    #expect(try directory.read("signin.db") == Data(text.utf8))
    #expect(try directory.mode(of: "signin.db") == 0o644)
  }

  @Test("refuses another program's database, and leaves it unchanged", arguments: [0, 77])
  func foreign(applicationID: Int) async throws {
    // Given a database with a table of its own
    try Database(path: directory("signin.db"))
      .execute(script: "CREATE TABLE account (email); PRAGMA application_id = \(applicationID)")
    try directory.setMode(0o644, of: "signin.db")
    let before = try directory.read("signin.db")
    // Then it is refused
    await expect(.damaged(.otherProgram, path: directory("signin.db")))
    #expect(try directory.read("signin.db") == before)
    #expect(try directory.mode(of: "signin.db") == 0o644)
  }

  @Test("migrates a store of the first version, with its content and the failures of its emails")
  func older() async throws {
    // Given a store as the first version left it: an account removed and added again, with attempts before and after
    let clock = ManualClock(SystemClock().now())
    try directory.write("", to: "signin.db")
    try Database(path: directory("signin.db")).transaction { db in
      try db.execute(script: Schema.steps[0])
      try db.execute(
        """
        INSERT INTO account (email, key, hash, added)
        VALUES ('Ann@example.com', 'ann@example.com', ?1, 2), ('bob@example.com', 'bob@example.com', ?1, 2);
        """, [PasswordHash.sample().phc])
      for (time, host) in [(1, "former"), (2, "present")] {
        try db.execute(
          """
          INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
          VALUES (?, 'Ann@example.com', 'ann@example.com', ?, 'signed-in', '', 0, ?, 'signin')
          """, [time, email("ann@example.com").searchTag, host])
      }
      // And an email that is blocked
      let now = clock.now().milliseconds
      try db.execute("INSERT INTO throttle VALUES ('email:bob@example.com', 13, ?1, ?1)", [now])
      try db.execute(script: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1")
    }
    // When this version opens it, then all content is there
    let store = SQLiteStore(file: directory.file("signin.db"), clock: clock)
    let ann = email("ann@example.com")
    #expect(try await store.account(of: ann)?.email.text == "Ann@example.com")
    #expect(try await store.rows(of: ann).map(\.source.host) == ["present", "former"])
    #expect(try await store.rows(of: ann).map(\.times) == [1, 1])
    #expect(try await store.costliestHashCost() == PasswordHash.sample().cost)
    #expect(try store.pragma("user_version") == "\(Schema.steps.count)")
    // And its owner sees the attempts since the account was added
    let own = try await store.page(of: AttemptQuery(owner: ann), before: nil, limit: 9)
    #expect(own.attempts.map(\.source.host) == ["present"])
    // And blocked attempts join a row, and are found
    for _ in 1...3 { try await store.fail(ann) }
    for _ in 1...6 { _ = try await store.charge(ann, from: .at("here"), under: Throttle()) }
    #expect(try await store.rows(of: ann).first?.times == 6)
    let search = AttemptQuery(email: ann, search: AttemptSearch("throttled"))
    #expect(try await store.page(of: search, before: nil, limit: 9).attempts.count == 1)
    try await store.write { db in
      try db.execute("INSERT INTO attempt_text (attempt_text, rank) VALUES ('integrity-check', 1)")
    }
    // And the blocked email still is
    guard case .blocked = try await store.charge(email("bob@example.com"), from: .at("here"), under: Throttle()) else {
      Issue.record("the update freed an email")
      return
    }
  }

  @Test("finds the costliest hash by an index")
  func costliestHash() async throws {
    let plan = try await SQLiteStore.inMemory().read { db in
      let statement = "EXPLAIN QUERY PLAN SELECT hash FROM account ORDER BY \(Schema.hashWork) DESC LIMIT 1"
      return try db.rows(statement) { row in try row["detail"] as String }
    }
    #expect(plan == ["SCAN account USING INDEX account_work"])
  }

  @Test("refuses a store of a newer version, and leaves it unchanged")
  func newer() async throws {
    // Given a store changed by a future version
    _ = try await SQLiteStore(file: directory.file("signin.db")).isEmpty()
    try Database(path: directory("signin.db"))
      .execute(script: "PRAGMA user_version = 1000; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try directory.read("signin.db")
    // Then this version refuses it
    await expect(.damaged(.newerVersion, path: directory("signin.db")))
    #expect(try directory.read("signin.db") == before)
  }

  @Test("refuses a store with damaged pages, and names its path")
  func damaged() async throws {
    // Given a store with every page but the first overwritten
    _ = try await SQLiteStore(file: directory.file("signin.db")).isEmpty()
    var bytes = try directory.read("signin.db")
    bytes.replaceSubrange(4_096..., with: Data(repeating: 0x5A, count: bytes.count - 4_096))
    try bytes.write(to: URL(filePath: directory("signin.db")))
    // Then it is refused as corrupt
    await expect(.damaged(.corrupt, path: directory("signin.db")))
  }

  @Test("fails while the directory is not trusted, and works as soon as it is")
  func triesAgain() async throws {
    try directory.setMode(0o777, of: "")
    let store = SQLiteStore(file: directory.file("signin.db"))
    await #expect(throws: StoreError.self) { try await store.isEmpty() }
    try directory.setMode(0o700, of: "")
    #expect(try await store.isEmpty())
  }

  @Test("works for twenty at once on a file that doesn't exist yet")
  func manyAtOnce() async throws {
    let file = directory.file("new/signin.db")
    try await withThrowingTaskGroup(of: AccountAddition.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await SQLiteStore(file: file).add(email("user\(number)@example.com"), .sample())
        }
      }
      for try await addition in group { #expect(addition == .added) }
    }
    #expect(try await SQLiteStore(file: file).accounts(after: nil, limit: 99).count == 20)
  }

  private func expect(_ error: StoreError) async {
    let store = SQLiteStore(file: directory.file("signin.db"))
    await #expect(throws: error) { try await store.isEmpty() }
  }
}

extension SQLiteStore {
  /// The answer of the store's own connection.
  fileprivate func pragma(_ name: String) throws -> String? {
    try withDatabase { db in
      try db.first("PRAGMA \(name)") { row in try (try? row[0] as String) ?? "\(row[0] as Int)" }
    }
  }
}
