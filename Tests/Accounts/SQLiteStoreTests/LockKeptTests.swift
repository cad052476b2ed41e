import Foundation
import Identity
import SQLite
import Testing

@testable import SQLiteStore
import Store

@Suite("The lock of a store")
struct LockKeptTests {
  /// To close any descriptor of a file frees all locks that the process has on it (fcntl(2)), so nothing but SQLite may
  /// open a store's files.
  @Test("is kept while this process looks at the files and opens the store again, which only SQLite does")
  func kept() async throws {
    // Given a store in the middle of a write
    let directory = try ScratchDirectory()
    let file = directory.file("signin.db")
    let store = SQLiteStore(file: file)
    _ = try await store.isEmpty()
    try store.withDatabase { db in try db.execute("BEGIN IMMEDIATE") }
    // When this process does all else that it does with its files
    #expect(try file.inspect() == .present)
    try file.requireSame(as: file.check())
    _ = StoreError.DiskProblem(at: file.path)
    let other = SQLiteStore(file: file)
    #expect(try await other.isEmpty())
    await other.close()
    // Then each file is open once for each connection, the shared memory once for all
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
      .filter { $0.hasPrefix(directory.path) }
    #expect(open.count { $0 == file.path + "-shm" } == 1)
    // And another process finds the store locked
    let path = file.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let stranger = try Database(path: path)
      #expect(throws: DatabaseError.self) { try stranger.execute("BEGIN IMMEDIATE") }
    }
    try store.withDatabase { db in try db.execute("ROLLBACK") }
  }
}
