import Foundation
import Identity
import PostgreSQLServers
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLiteStore
import Store

/// The rotation of a key that many hosts share.
@Suite(
  "The rotation of a database's key", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct KeyRotationOnServersTests {
  /// A database with a second step for each name, and the files of the key on two hosts.
  private struct Hosts {
    let sandbox: Sandbox
    let server: PostgreSQLServer
    let database: String
    let store: PostgreSQLStore
    var one: SealingKeyFile { SealingKeyFile(at: sandbox.path("one.key")) }
    var other: SealingKeyFile { SealingKeyFile(at: sandbox.path("other.key")) }

    init(_ names: String...) async throws {
      sandbox = try Sandbox()
      server = try await PostgreSQLServer.shared.value
      database = try await server.database()
      store = PostgreSQLStore(at: try server.place(of: database))
      _ = try one.makeKey()
      try copyKey()
      for name in names { try await add(name, by: one) }
    }

    func add(_ name: String, by keys: SealingKeyFile) async throws {
      #expect(try await store.add(email(name + "@example.com"), .sample(), .always) == .added)
      let account = try #require(try await store.account(of: email(name + "@example.com")))
      let secret = try #require(SecretBytes(randomCount: CodeSecret.byteCount))
      let sealed = try keys.makeKey().seal(secret, for: Account.sealingContext(account.id))
      let step = NewSecondStep(sealedSecret: sealed, confirmed: 7, recoveryCodes: [])
      #expect(try await store.add(step, to: account, sparing: nil, from: .at("home")) != nil)
    }

    /// What an administrator does after each run.
    func copyKey() throws {
      try Data(contentsOf: URL(filePath: one.path)).write(to: URL(filePath: other.path))
      chmod(other.path, 0o600)
    }

    func canOpenAll(_ keys: SealingKeyFile) async throws -> Bool {
      guard let key = try keys.key() else { return false }
      return try await store.sealedSecrets(after: 0, limit: 99).allSatisfy { key.opens($0) }
    }

    func rotate() async throws -> ChildProcess.Finished {
      try await sandbox.run(
        Pty.product("signin-postgresql"),
        ["--rotate-key", "postgresql://signin_app@/\(database)?host=\(server.folder)", one.path])
    }
  }

  @Test(.tags(.secondStepAddsToPassword))
  func `Two runs with a copy after each leave no host without codes, and no secret to the former key`() async throws {
    let hosts = try await Hosts("ann", "bob")
    let former = try #require(try hosts.one.key())
    // When it is run first
    let first = try await hosts.rotate()
    #expect(first.ending == .exited(0), "\(first.errors)")
    #expect(first.output.contains("Copy it to all hosts now"))
    // Then hosts with the former file and with the new one open everything
    #expect(try await hosts.canOpenAll(hosts.other))
    try hosts.copyKey()
    #expect(try await hosts.canOpenAll(hosts.other))
    // And somebody may set a second step up at the other host
    try await hosts.add("cy", by: hosts.other)
    // When it is run again, and the file is copied
    let second = try await hosts.rotate()
    #expect(second.ending == .exited(0), "\(second.errors)")
    #expect(second.output.contains("has only the new key now. 2 secrets were sealed again."), "\(second.output)")
    #expect(try await hosts.canOpenAll(hosts.other))
    try hosts.copyKey()
    // Then there is one key, which opens all, and the former one opens none
    #expect(try hosts.one.key()?.former == nil)
    #expect(try await hosts.canOpenAll(hosts.other))
    #expect(try await hosts.store.sealedSecrets(after: 0, limit: 99).allSatisfy { !former.opens($0) })
  }

  @Test func `The former key stays as long as a host seals with it`() async throws {
    let hosts = try await Hosts("ann")
    let rotation = KeyRotation(of: hosts.store, keys: hosts.one)
    #expect(try await rotation.begin() == .newKey)
    #expect(try await rotation.sealAgain() == 1)
    try await hosts.add("bob", by: hosts.other)
    #expect(try await !rotation.end())
    #expect(try await rotation.finish() == 1)
    #expect(try await hosts.canOpenAll(hosts.one))
  }
}
