import CSQLite
import Identity
import Secrets
import Store
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStore
@testable import SQLite

@Suite("The transactions of a sign-in")
struct TransactionsTests {
  private let ann = email("ann@example.com")

  @Test(
    "are two, the charge and the end, for each kind of email and password",
    arguments: ["right", "wrong", "unknown", "locked"])
  func two(kind: String) async throws {
    // Given an open store with an account
    let directory = try ScratchDirectory()
    let store = SQLiteStore(file: directory.file("signin.db"))
    let argon2id = try Argon2id(memoryKiB: 19_456, passes: 2)
    if kind != "unknown" { _ = try await store.add(ann, argon2id.hash(password("correct horse"))) }
    if kind == "locked" { _ = try await store.change(ann, .lock) }
    _ = try await store.isEmpty()
    let begun = try store.countTransactions()
    // When somebody signs in
    let signIn = SignInUseCase(
      authenticator: PasswordAuthenticator(accounts: store, argon2id: argon2id), attempts: store, sessions: store,
      source: .at("here"), session: .open(SessionLifetime()))
    let outcome = await signIn.signIn(ann, try password(kind == "wrong" ? "wrong horse" : "correct horse"))
    // Then the store was asked twice, for reading too
    #expect((outcome.signedIn != nil) == (kind == "right"))
    #expect(begun.withLock { $0 } == 2)
  }
}

/// A number that a database counts up.
private final class Count: Sendable {
  private let value = Mutex(0)

  func withLock<R: Sendable>(_ body: (inout sending Int) -> sending R) -> R { value.withLock(body) }
}

extension SQLiteStore {
  /// Counts the transactions that begin from now on.
  fileprivate func countTransactions() throws -> Count {
    let count = Count()
    try withDatabase { database in
      let counter = Unmanaged.passRetained(count).toOpaque()
      sqlite3_trace_v2(
        database.handle, UInt32(SQLITE_TRACE_STMT),
        { _, counter, _, text in
          guard let counter, let text else { return 0 }
          let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
          if sql.hasPrefix("BEGIN") { Unmanaged<Count>.fromOpaque(counter).takeUnretainedValue().withLock { $0 += 1 } }
          return 0
        }, counter)
    }
    return count
  }
}
