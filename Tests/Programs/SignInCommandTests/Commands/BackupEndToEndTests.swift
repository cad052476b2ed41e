import Foundation
import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

@Suite("Backup and restore of a store, as a person types them", .fewAtOnce)
struct BackupEndToEndTests {
  private static let secret = Array("12345678901234567890".utf8)
  private let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
    let file = StoreFile(path: fixture.sandbox.path("signin.db"))
    let account = try #require(try await fixture.store.account(of: email(StoreFixture.email)))
    let sealed = try SealingKeyFile(of: file).makeKey().seal(
      #require(SecretBytes(copying: Self.secret)), for: Account.sealingContext(account.id))
    let step = NewSecondStep(sealedSecret: sealed, confirmed: 1, recoveryCodes: [])
    #expect(try await fixture.store.add(step, to: account, sparing: nil, from: .at("home")) != nil)
  }

  @Test("A restored store takes passwords and codes, after the store and its key were lost")
  func story() async throws {
    let sandbox = fixture.sandbox
    // Given a backup with the key
    let backup = try await sandbox.run(["store", "backup", "--with-key", sandbox.path("backup.db")])
    #expect(backup.ending == .exited(0), "\(backup.errors)")
    #expect(backup.output == "\(sandbox.path("backup.db")) is a copy of \(sandbox.path("signin.db")) now.\n")
    // And a store that was lost, and one that was made instead
    for name in ["signin.db", "signin.db.key", "signin.db-wal", "signin.db-shm"] { unlink(sandbox.path(name)) }
    _ = try await sandbox.run(
      ["account", "add", "bob@example.com", "--password-stdin"], input: .text("battery staple\n"))
    // When the backup is restored
    let restored = try await sandbox.run(["store", "restore", sandbox.path("backup.db")])
    #expect(restored.ending == .exited(0), "\(restored.errors)")
    #expect(restored.output.contains("signin.db-before-"))
    // Then the password and a code sign in
    #expect(try await signIn() == StoreFixture.email + "\n")
    #expect(try await sandbox.run(["account", "list", "--json"]).output.contains("bob") == false)
  }

  @Test("The doctor of a file finds its key, or says that it is missing, or another one")
  func doctor() async throws {
    let sandbox = fixture.sandbox
    func findings() async throws -> [String] {
      let finished = try await sandbox.run(["doctor", "--json"])
      let found = finished.output.split(separator: "\n").map(String.init).filter { $0.contains(#""part":"key""#) }
      #expect(finished.ending == .exited(found.isEmpty ? 0 : 78), "\(finished.output)")
      return found
    }
    #expect(try await findings() == [])
    unlink(sandbox.path("signin.db.key"))
    let missing = try await findings()
    #expect(missing.count == 1 && missing[0].contains("is missing"), "\(missing)")
    _ = try SealingKeyFile(of: StoreFile(path: sandbox.path("signin.db"))).makeKey()
    let other = try await findings()
    #expect(other.count == 1 && other[0].contains("isn't the key"), "\(other)")
  }

  @Test(
    "A restore whose files can't be renamed leaves the store as it was",
    arguments: [("renameat2", 69), ("rename", 74)] as [(String, Int32)])
  func failing(call: String, status: Int32) async throws {
    let sandbox = fixture.sandbox
    _ = try await sandbox.run(["store", "backup", "--with-key", sandbox.path("backup.db")])
    _ = try await sandbox.run(
      ["account", "add", "bob@example.com", "--password-stdin"], input: .text("battery staple\n"))
    // When the exchange of the files fails, or giving the former one its name
    let restored = try await sandbox.run(
      "strace",
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "inject=\(call):error=EIO:when=1", Sandbox.signin, "store", "restore",
        sandbox.path("backup.db"),
      ])
    #expect(restored.ending == .exited(status), "\(restored.errors)")
    // Then the store has what came after the backup, and nothing else is left
    let accounts = try await sandbox.run(["account", "list"]).output
    #expect(accounts.contains("bob") && accounts.contains("ada"))
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.directory)
    #expect(!names.contains { $0.contains("-restored") || $0.contains("-before-") }, "\(names)")
  }

  @Test("A rotated key takes codes, and a backup from before says that its key is missing")
  func rotated() async throws {
    let sandbox = fixture.sandbox
    let backup = try await sandbox.run(["store", "backup", sandbox.path("backup.db")])
    #expect(backup.errors.contains("signin.db.key"))
    let rotated = try await sandbox.run(["store", "key", "rotate"])
    #expect(rotated.output == "\(sandbox.path("signin.db.key")) has a new key. 1 secret was sealed again.\n")
    #expect(try await signIn() == StoreFixture.email + "\n")
    let restored = try await sandbox.run(["store", "restore", sandbox.path("backup.db")])
    #expect(restored.ending == .exited(69))
    #expect(restored.errors.contains("only recovery codes work"))
  }

  @Test("Files are kept: nothing is overwritten, and nothing is made for a store that isn't there")
  func refused() async throws {
    let sandbox = fixture.sandbox
    try "mine".write(toFile: sandbox.path("mine"), atomically: true, encoding: .utf8)
    let onto = try await sandbox.run(["store", "backup", sandbox.path("mine")])
    #expect(onto.ending == .exited(65))
    #expect(try sandbox.contents(of: "mine") == "mine")
    // A folder is not made: its name is mistyped, or its disk isn't mounted
    let disk = sandbox.path("disk")
    let nowhere = try await sandbox.run(["store", "backup", "--with-key", disk + "/monday/copy.db"])
    #expect(nowhere.ending == .exited(69))
    #expect(nowhere.errors == "signin: The copy can't be made: \(disk)/monday isn't a directory.\n")
    #expect(nowhere.output.isEmpty && !FileManager.default.fileExists(atPath: disk))
    let absent = try await sandbox.run(["store", "backup", "--store", "sqlite:" + sandbox.path("none.db"), "copy"])
    #expect(absent.ending == .exited(78))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("none.db")))
  }

  @Test("What can't be copied to, or restored from, is named, and the store is not blamed")
  func blamesTheCopy() async throws {
    let sandbox = fixture.sandbox
    let (none, text, config) = (sandbox.path("none.db"), sandbox.path("notes.toml"), sandbox.path("config"))
    try "a = 1\n".write(toFile: text, atomically: true, encoding: .utf8)
    chmod(text, 0o600)
    for (command, status, sentence) in [
      (["backup", config], 69, "The copy can't be made: \(config) isn't a file."),
      (["restore", none], 66, "\(none) can't be opened: No such file or directory."),
      (["restore", config], 69, "The copy can't be used: \(config) isn't a file."),
      (["restore", text], 69, "\(text) isn't an intact copy of a store. Use another one."),
    ] as [([String], Int32, String)] {
      let finished = try await sandbox.run(["store"] + command)
      #expect(finished.ending == .exited(status))
      #expect(finished.errors == "signin: \(sentence)\n")
    }
  }

  @Test(
    "A database and a service are pointed to what to use instead",
    arguments: [
      ("postgresql:///signin", "pg_dump"), ("service:/run/signin/signin.sock", "sqlite:/var/lib/signin/signin.db"),
    ])
  func elsewhere(_ store: String, _ instead: String) async throws {
    let rotates = store.hasPrefix("service:") ? [["key", "rotate"]] : []
    for command in [["backup", "copy"], ["restore", "copy"]] + rotates {
      let run = try await fixture.sandbox.run(["store"] + command + ["--store", store])
      #expect(run.ending == .exited(78))
      #expect(run.errors.contains(instead))
    }
  }

  private func signIn() async throws -> String {
    let hex = Self.secret.map { String($0, radix: 16) }.joined()
    let code = try await fixture.sandbox.run("oathtool", ["--totp", hex]).output
    let run = try await fixture.sandbox.run(
      ["--password-stdin", "--code-stdin", "--email", StoreFixture.email, "--print", "email"],
      input: .text("\(StoreFixture.password)\n\(code)"))
    return run.output
  }
}
