import Foundation
import Identity
import Secrets
import SQLite
@testable import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("A copy of a store")
struct StoreBackupTests {
  @Test("has all of the store, with its key, for its owner only, while others use the store")
  func copied() async throws {
    // Given a store in use, whose changes are still in its log
    let given = try await GivenSecondSteps("ann", "bob")
    let file = given.directory.file("signin.db")
    // When it is copied
    let copy = given.directory.file("copy.db")
    #expect(try StoreBackup(of: file).write(to: copy, keys: given.keys))
    // Then the copy is a whole store of its own, and codes can be checked with its key
    #expect(try given.directory.mode(of: "copy.db") == 0o600)
    #expect(try given.directory.mode(of: "copy.db.key") == 0o600)
    let store = SQLiteStore(file: copy)
    #expect(try await GivenSecondSteps.canCheckCodes(of: "ann", in: store, SealingKeyFile(of: copy)))
    let query = AttemptQuery(email: email("bob@example.com"))
    let rows = try await given.store.page(of: query, before: nil, limit: 9).attempts
    #expect(try await store.page(of: query, before: nil, limit: 9).attempts == rows)
    // And the store goes on
    try await given.add("cy")
    #expect(try await store.account(of: email("cy@example.com")) == nil)
  }

  @Test("has keys of ssh-agents, which no key of ours seals, beside codes and alone", arguments: [["ann"], []])
  func sshKeys(withCodes names: [String]) async throws {
    let given = try await GivenSecondSteps()
    for name in names { try await given.add(name) }
    try await given.addWithKey("bob")
    let copy = given.directory.file("copy.db")
    #expect(try StoreBackup(of: given.directory.file("signin.db")).write(to: copy, keys: given.keys))
    // And it can be restored
    await given.store.close()
    let file = given.directory.file("new/signin.db")
    let outcome = try StoreRestoration(from: copy).put(at: file, keys: SealingKeyFile(of: file))
    #expect(outcome.hasKey)
    let store = SQLiteStore(file: file)
    #expect(try await store.sshKeys(of: email("bob@example.com")).map(\.key) == [.sample])
    for name in names {
      #expect(try await GivenSecondSteps.canCheckCodes(of: name, in: store, SealingKeyFile(of: file)))
    }
  }

  @Test("never takes the place of a file", arguments: ["copy.db", "copy.db.key"])
  func overwritesNothing(_ name: String) async throws {
    let given = try await GivenSecondSteps("ann")
    try given.directory.write(String(repeating: "x", count: 32), to: name)
    let copy = given.directory.file("copy.db")
    #expect(try !StoreBackup(of: given.directory.file("signin.db")).write(to: copy, keys: given.keys))
    #expect(try given.directory.read(name).count == 32)
    let files = try FileManager.default.contentsOfDirectory(atPath: given.directory.path)
    #expect(files.filter { $0.hasPrefix("copy") } == [name])
  }

  @Test("is not made with a key that does not open its secrets, and leaves nothing")
  func foreignKey() async throws {
    let given = try await GivenSecondSteps("ann")
    try given.keys.change { _ in try #require(SealingKey()) }
    #expect(throws: given.keys.foreign) {
      try StoreBackup(of: given.directory.file("signin.db")).write(
        to: given.directory.file("copy.db"), keys: given.keys)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: given.directory.path)
    #expect(files.filter { $0.hasPrefix("copy") }.isEmpty)
  }

  @Test("is not made with a key that is missing, if second steps need it, and leaves nothing")
  func missingKey() async throws {
    let given = try await GivenSecondSteps("ann")
    unlink(given.keys.path)
    #expect(throws: given.keys.missing) {
      try StoreBackup(of: given.directory.file("signin.db")).write(
        to: given.directory.file("copy.db"), keys: given.keys)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: given.directory.path)
    #expect(files.filter { $0.hasPrefix("copy") }.isEmpty)
  }

  @Test("is only made in a folder that nobody else can write to")
  func folderOfOthers() async throws {
    let given = try await GivenSecondSteps("ann")
    try given.directory.make("open")
    try given.directory.setMode(0o777, of: "open")
    #expect(throws: StoreError.self) {
      try StoreBackup(of: given.directory.file("signin.db")).write(to: given.directory.file("open/copy.db"))
    }
  }
}

@Suite("A restored store")
struct StoreRestorationTests {
  /// A store with ann, a copy of it, and bob, who came later.
  private func givenCopy() async throws -> (GivenSecondSteps, copy: StoreFile) {
    let given = try await GivenSecondSteps("ann")
    let copy = given.directory.file("copy.db")
    #expect(try StoreBackup(of: given.directory.file("signin.db")).write(to: copy, keys: given.keys))
    try await given.add("bob")
    return (given, copy)
  }

  @Test("is the copy, with its second steps; the former one stays beside it, with its key")
  func restored() async throws {
    let (given, copy) = try await givenCopy()
    // Given a key that was replaced since
    #expect(try await KeyRotation(of: given.store, keys: given.keys).perform() == 2)
    await given.store.close()
    // When the copy is restored
    let clock = ManualClock()
    let outcome = try StoreRestoration(from: copy).put(
      at: given.directory.file("signin.db"), keys: given.keys, clock: clock)
    // Then codes can be checked, and who came later is gone
    #expect(outcome.hasKey)
    #expect(try await given.canCheckCodes(of: "ann"))
    #expect(try await given.store.account(of: email("bob@example.com")) == nil)
    #expect(try given.directory.mode(of: "signin.db") == 0o600)
    // And the former store works under its new name
    let name = given.directory("signin.db-before-" + clock.now().iso8601.replacing(":", with: ""))
    #expect(outcome.former == name)
    let former = StoreFile(path: name)
    let (store, keys) = (SQLiteStore(file: former), SealingKeyFile(of: former))
    for person in ["ann", "bob"] { #expect(try await GivenSecondSteps.canCheckCodes(of: person, in: store, keys)) }
  }

  @Test("can be made where there was none")
  func nothingThere() async throws {
    let (given, copy) = try await givenCopy()
    let file = given.directory.file("new/signin.db")
    let outcome = try StoreRestoration(from: copy).put(at: file, keys: SealingKeyFile(of: file))
    #expect(outcome == StoreRestoration.Outcome(former: nil, hasKey: true))
    #expect(
      try await GivenSecondSteps.canCheckCodes(of: "ann", in: SQLiteStore(file: file), SealingKeyFile(of: file)))
  }

  @Test("is refused while another program has the store open, and nothing has changed")
  func inUse() async throws {
    let (given, copy) = try await givenCopy()
    let path = given.directory("signin.db")
    await given.store.close()
    try given.directory.make("signal")
    let signal = given.directory("signal")
    await withTaskGroup { group in
      // Given a process that has the store open, and does nothing
      group.addTask {
        await #expect(processExitsWith: .success) { [path = path as String, signal = signal as String] in
          let store = SQLiteStore(file: StoreFile(path: path))
          _ = try await store.account(of: email("ann@example.com"))
          mkdir(signal + "/open", 0o700)
          while access(signal + "/end", F_OK) != 0 { poll(nil, 0, 5) }
          // The store stays open until here.
          _ = try await store.account(of: email("bob@example.com"))
        }
      }
      while access(signal + "/open", F_OK) != 0 { try? await Task.sleep(for: .milliseconds(5)) }
      // Then a restoration is refused
      #expect(throws: StoreError.unreachable(.inUse, path: path)) {
        try StoreRestoration(from: copy).put(at: StoreFile(path: path), keys: given.keys)
      }
      mkdir(signal + "/end", 0o700)
    }
    #expect(try await given.canCheckCodes(of: "bob"))
  }

  @Test("takes nothing from a log that a killed program left beside the former one")
  func logLeft() async throws {
    let (given, copy) = try await givenCopy()
    // Given a log beside the store that no program has merged
    let log = try given.directory.read("signin.db-wal")
    #expect(!log.isEmpty)
    await given.store.close()
    try log.write(to: URL(filePath: given.directory("signin.db-wal")))
    try given.directory.setMode(0o600, of: "signin.db-wal")
    // When the copy is restored
    _ = try StoreRestoration(from: copy).put(at: given.directory.file("signin.db"), keys: given.keys)
    // Then bob did not come back
    #expect(try await given.store.account(of: email("bob@example.com")) == nil)
    #expect(try await given.canCheckCodes(of: "ann"))
  }

  @Test("takes the place of a damaged one, which stays as it was")
  func damagedStore() async throws {
    let (given, copy) = try await givenCopy()
    await given.store.close()
    try given.directory.write("not a database, and long enough to look at", to: "signin.db")
    let outcome = try StoreRestoration(from: copy).put(at: given.directory.file("signin.db"), keys: given.keys)
    #expect(try await given.canCheckCodes(of: "ann"))
    let former = try #require(outcome.former)
    #expect(try String(contentsOfFile: former, encoding: .utf8).hasPrefix("not a database"))
  }

  @Test("is never a damaged copy, one of another program, or of a newer version", arguments: [0, 1, 2, 3])
  func refused(_ kind: Int) async throws {
    let (given, copy) = try await givenCopy()
    await given.store.close()
    let before = try given.directory.read("signin.db")
    switch kind {
    case 0: try Database(path: copy.path).execute("PRAGMA user_version = 9999")
    case 1: try Database(path: copy.path).execute("PRAGMA application_id = 7")
    case 2: try given.directory.write("", to: "copy.db")
    default:
      // A page in the middle
      let handle = try FileHandle(forUpdating: URL(filePath: copy.path))
      try handle.seek(toOffset: 4096 * 3)
      try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096 * 2))
      try handle.close()
    }
    let error = try #require(throws: StoreError.self) {
      try StoreRestoration(from: copy).put(at: given.directory.file("signin.db"), keys: given.keys)
    }
    #expect(error.path == copy.path)
    #expect(try given.directory.read("signin.db") == before)
    #expect(try await given.canCheckCodes(of: "bob"))
    let files = try FileManager.default.contentsOfDirectory(atPath: given.directory.path)
    #expect(files.filter { $0.contains("restored") || $0.contains("before") }.isEmpty)
  }

  @Test("tells if its key is missing: only recovery codes work then")
  func keyMissing() async throws {
    let (given, copy) = try await givenCopy()
    await given.store.close()
    unlink(copy.path + ".key")
    try given.keys.change { _ in try #require(SealingKey()) }
    let outcome = try StoreRestoration(from: copy).put(at: given.directory.file("signin.db"), keys: given.keys)
    #expect(!outcome.hasKey)
  }
}
