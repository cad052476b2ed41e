import Foundation
import TestSupport
import Testing

/// It keeps accounts in PostgreSQL only. These tests ask no database.
@Suite("signin-postgresql", .fewAtOnce) struct OtherEngineTests {
  private static func refused(_ store: String) async throws -> ChildProcess.Finished {
    let sandbox = try Sandbox()
    try "store = \"\(store)\"\n".write(toFile: sandbox.path("service.toml"), atomically: true, encoding: .utf8)
    mkdir(sandbox.path("lib"), 0o700)
    chown(sandbox.path("lib"), 54_321, 54_321)
    chmod(sandbox.directory, 0o755)
    return try await sandbox.run(
      Pty.product("signin-postgresql"),
      ["serve", "--config", sandbox.path("service.toml"), "--state", sandbox.path("lib")]
        + ["--listen", sandbox.path("signin.sock")])
  }

  @Test(
    .enabled(if: geteuid() == 0, "a service of root's becomes another user"),
    arguments: [
      ("sqlite:/srv/signin.db", "Accounts in a file are kept by signin."),
      ("service:/run/signin/signin.sock", "signin-postgresql needs a store such as"),
      ("postgresql://signin:secret@db.example", "Remove the password from the name of the store"),
      ("service=signin password=secret", "Remove the password from the name of the store"),
    ])
  func `A service refuses a store that another program keeps, and names that program`(
    _ store: String, sentence: String
  ) async throws {
    let finished = try await Self.refused(store)
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains(sentence), "\(finished.errors)")
    #expect(!finished.errors.contains("secret"))
  }

  @Test(.enabled(if: geteuid() == 0, "a service of root's becomes another user"))
  func `Without a store in its settings, signin-postgresql starts no file of its own`() async throws {
    let sandbox = try Sandbox()
    mkdir(sandbox.path("lib"), 0o700)
    chown(sandbox.path("lib"), 54_321, 54_321)
    chmod(sandbox.directory, 0o755)
    let finished = try await sandbox.run(
      Pty.product("signin-postgresql"),
      ["serve", "--state", sandbox.path("lib"), "--listen", sandbox.path("signin.sock")])
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains("signin-postgresql needs a store such as"), "\(finished.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("lib")) == [])
  }

  @Test func `It says its version`() async throws {
    let finished = try await Sandbox().run(Pty.product("signin-postgresql"), ["--version"])
    #expect(finished.output == "signin 0.2.0\n")
  }

  @Test(arguments: [("sqlite:/x.db", 78), ("service=signin password=secret", 78), ("nonsense", 64)])
  func `Only a database is migrated`(_ store: String, _ status: Int32) async throws {
    let finished = try await Sandbox().run(Pty.product("signin-postgresql"), ["--migrate", store])
    #expect(finished.ending == .exited(status))
    #expect(finished.errors.hasPrefix("signin: "))
    #expect(!finished.errors.contains("secret"))
  }

  @Test func `A database that can't be reached is a finding for signin doctor`() async throws {
    for (store, sentence) in [
      ("postgresql:///x?host=/nowhere", "postgresql:///nowhere/x"),
      ("sqlite:/x.db", "signin-postgresql needs a store"),
      ("service=signin password=secret", "Remove the password"),
    ] {
      let finished = try await Sandbox().run(Pty.product("signin-postgresql"), ["--check", store])
      #expect(finished.ending == .exited(0), "\(finished.errors)")
      #expect(finished.output.hasPrefix("store\tbad\t") && finished.output.contains(sentence), "\(finished.output)")
      #expect(!finished.output.contains("secret"))
    }
  }

  @Test(arguments: [
    [], ["sqlite:/x.db"], ["service=a", "service=b"], ["sqlite:/nowhere/x.db", "sqlite:/x.db"],
    ["sqlite:/nowhere/x.db", "postgresql:///x?host=/nowhere"],
  ])
  func `Only a file that is there is copied, and only into a database`(_ stores: [String]) async throws {
    let finished = try await Sandbox().run(Pty.product("signin-postgresql"), ["--copy"] + stores)
    #expect(finished.ending != .exited(0))
    #expect(finished.errors.hasPrefix("signin: "), "\(finished.errors)")
  }
}
