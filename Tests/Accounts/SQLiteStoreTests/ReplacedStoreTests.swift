import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("A store whose file is replaced or removed while it is open")
struct ReplacedStoreTests {
  enum Change: CaseIterable {
    case replaced, removed, linked
  }

  @Test(
    "settles nothing that began before, and the next operation finds what the path names",
    .tags(.failuresLetNobodyIn), arguments: Change.allCases)
  func changed(_ change: Change) async throws {
    // Given an open store with an attempt under way, and another store
    let directory = try ScratchDirectory()
    let (ann, path) = (email("ann@example.com"), directory("signin.db"))
    let store = SQLiteStore(file: directory.file("signin.db"))
    _ = try await store.add(ann, .sample())
    let attempt = try await store.admit(ann)
    let other = SQLiteStore(file: directory.file("other.db"))
    _ = try await other.add(email("bob@example.com"), .sample())
    _ = try await other.admit(email("bob@example.com"))
    await other.close()
    // When the path names another file, a link, or none
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.moveItem(atPath: path + suffix, toPath: directory("former.db" + suffix))
    }
    switch change {
    case .replaced: try FileManager.default.moveItem(atPath: directory("other.db"), toPath: path)
    case .removed: break
    case .linked: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "former.db")
    }
    // Then nobody is signed in by the former file
    await #expect(throws: StoreError.unreachable(.replaced, path: path)) {
      try await store.settle(attempt, asSignInOf: ann)
    }
    // And the next operation opens the file as a program does that starts now
    switch change {
    case .replaced:
      #expect(try await store.account(of: ann) == nil)
      #expect(try await store.account(of: email("bob@example.com")) != nil)
    case .removed: #expect(try await store.account(of: ann) == nil)
    case .linked: await #expect(throws: StoreError.self) { try await store.account(of: ann) }
    }
  }
}
