import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

/// Files of many accounts.
enum AccountRowsText {
  /// A hash as a field.
  static let hash = """
    "$argon2id$v=19$m=65536,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    """

  /// Accounts with hashes.
  static func hashes(of numbers: ClosedRange<Int>) -> String {
    "email,hash\n" + numbers.map { "user\($0)@example.com,\(hash)\n" }.joined()
  }

  /// Accounts with passwords.
  static func passwords(of numbers: ClosedRange<Int>) -> String {
    "email,password\n" + numbers.map { "user\($0)@example.com,battery staple\n" }.joined()
  }
}

@Suite("An interrupted import adds all accounts or none", .fewAtOnce)
struct ImportInterruptedTests {
  private static let count = 300

  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  /// Imports `text` under strace(1), which sends a signal at the given call.
  private func importing(_ text: String, killedAt injection: String?) async throws -> ChildProcess.Ending {
    try Data(text.utf8).write(to: URL(filePath: sandbox.path("a.csv")))
    let options = injection.map { ["-e", "inject=" + $0] } ?? []
    let command = [Sandbox.signin, "account", "import", sandbox.path("a.csv")]
    return try await sandbox.run("strace", ["-f", "-qq", "-o", "/dev/null"] + options + command).ending
  }

  /// The number of accounts imported so far.
  private func importedCount() async throws -> Int {
    try await fixture.store.accounts(after: nil, limit: 1000).count { $0.email != email(StoreFixture.email) }
  }

  @Test(
    "Killed at any call that changes a file, it has added all or none, and can be repeated",
    arguments: ["pwrite64", "fdatasync", "ftruncate", "fcntl"])
  func killed(call: String) async throws {
    var last = 0
    for round in 1... {
      // Every call in the long run; in the short one ever larger steps.
      last = LongRun.rounds(last + 1 + last / 2, promised: last + 1)
      let ending = try await importing(
        AccountRowsText.hashes(of: 1...Self.count), killedAt: "\(call):signal=KILL:when=\(last)")
      let count = try await importedCount()
      #expect(count == 0 || count == Self.count, "\(call) \(last)")
      #expect(round > 1 || ending == .signalled(SIGKILL), "It was never killed.")
      if count == Self.count { return }
      try #require(ending == .signalled(SIGKILL), "It ended by itself without adding any account.")
    }
  }

  @Test("Ended by a signal while passwords are hashed, it has added none", arguments: ["INT", "TERM", "HUP", "KILL"])
  func hashing(signal: String) async throws {
    let ending = try await importing(
      AccountRowsText.passwords(of: 1...5), killedAt: "getrandom:signal=\(signal):when=3")
    guard case .signalled = ending else {
      Issue.record("It ended by itself: \(ending).")
      return
    }
    #expect(try await importedCount() == 0)
  }

  @Test("Half of the accounts would be noticed")
  func control() async throws {
    #expect(try await importing(AccountRowsText.hashes(of: 1...Self.count / 2), killedAt: nil) == .exited(0))
    #expect(try await importedCount() == Self.count / 2)
  }
}
