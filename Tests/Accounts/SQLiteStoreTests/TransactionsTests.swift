import Identity
import Secrets
import TestSupport
import Testing

@testable import SQLiteStore
import Store

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
    let statements = try store.noteStatements()
    // When somebody signs in
    let signIn = SignInUseCase(
      authenticator: AccountAuthenticator(accounts: store, argon2id: argon2id), attempts: store, accounts: store,
      sessions: store, source: .at("here"), session: SessionLifetime())
    let outcome = await signIn.signIn(ann, try password(kind == "wrong" ? "wrong horse" : "correct horse"))
    // Then the store was asked twice, for reading too
    #expect((outcome.signedIn != nil) == (kind == "right"))
    #expect(statements.all.count { $0.hasPrefix("BEGIN") } == 2)
  }
}
