import Foundation
import Identity
import SQLiteStore
import Secrets
import TestSupport
import Testing
import AccountService
import Messages
import Store

/// The subcommands of `signin` on the store of a service.
@Suite(.fewAtOnce) struct AdministrationEndToEndTests {
  private let ada = email("ada@lovelace.example")

  /// Runs a subcommand on the service.
  private func run(
    _ service: ServiceInTest, _ arguments: String..., input: String = "", uid: Int? = nil
  ) async throws -> ChildProcess.Finished {
    let user = uid.map { ["--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
    return try await service.sandbox.run(
      "setpriv", user + ["--no-new-privs", Sandbox.signin] + arguments, input: .text(input),
      environment: ["SIGNIN_STORE": service.url])
  }

  @Test func `Accounts are administered on a service as in a file`() async throws {
    let service = try await ServiceInTest()
    // given
    let none = try await run(service, "account", "list")
    #expect(none.output == "" && none.ending == .exited(0), "\(none.errors)")
    #expect(!FileManager.default.fileExists(atPath: service.sandbox.path("service.db")))
    // when
    let added = try await run(
      service, "account", "add", ada.text, "--password-stdin", input: "correct horse\n")
    // then
    #expect(added.output == "Added ada@lovelace.example\n", "\(added.errors)")
    let short = try await run(service, "account", "add", "b@example.com", "--password-stdin", input: "short\n")
    #expect(short.ending == .exited(65))
    #expect(try await run(service, "account", "list").output.contains("ada@lovelace.example  open"))
    #expect(try await run(service, "account", "lock", ada.text).ending == .exited(0))
    #expect(try await run(service, "account", "unlock", ada.text).output == "Unlocked ada@lovelace.example\n")
    #expect(try await run(service, "account", "unlock", "nobody@example.com").ending == .exited(65))
    let second = try await run(service, "account", "second-step", ada.text)
    #expect(second.output == "Two-step sign-in is off for ada@lovelace.example\n")
    #expect(try await run(service, "account", "recovery", ada.text).ending == .exited(65))
    // And the passwords
    let wrong = try await run(
      service, "account", "password", ada.text, "--password-stdin", input: "wrong horse\nbattery staple\n")
    #expect(wrong.ending == .exited(77))
    // At a terminal a wrong one is refused before a new one is asked for
    let tmux = try await Tmux(
      [Sandbox.signin, "account", "password", ada.text], in: service.sandbox, environment: ["SIGNIN_STORE": service.url]
    )
    try await tmux.wait(for: "Current password:")
    try await tmux.type("wrong horse\n")
    let screen = try await tmux.wait(for: "The current password is wrong.")
    #expect(screen.place(of: "New password") == nil)
    #expect(try await tmux.ending() == .exited(77))
    let changed = try await run(
      service, "account", "password", ada.text, "--password-stdin", input: "correct horse\nbattery staple\n")
    #expect(changed.ending == .exited(0), "\(changed.errors)")
    let once = try await run(service, "account", "password", ada.text, "--reset")
    #expect(once.output.count > 6 && once.ending == .exited(0))
    // And the log, which names the uid that the kernel knows
    let activity = try await run(service, "activity", "--json", "--limit", "100")
    let lines = activity.output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.allSatisfy { $0.contains("\"uid\":\(geteuid())") })
    #expect(try await run(service, "activity", ada.text, "--search", "refused").output.contains("account password"))
    #expect(try await run(service, "account", "remove", "--yes", ada.text).ending == .exited(0))
    #expect(try await service.store.isEmpty())
  }

  @Test func `Sessions and failures are shown and ended on a service`() async throws {
    // given
    let service = try await ServiceInTest()
    let account = try await service.store.newAccount(ada)
    let token = SecureToken()
    let session = try #require(try await service.store.open(token.digest, for: account, lasting: SessionLifetime()))
    let attempt = try await service.store.admit(ada)
    try await service.store.settle(attempt, as: .refused)
    // when, then
    #expect(try await run(service, "session", "list").output.contains(session.id.text))
    let own = try await run(service, "activity", "--token-stdin", "--limit", "1", input: token.base64URL + "\n")
    #expect(own.output.contains("refused"), "\(own.errors)")
    #expect(try await run(service, "throttle", "list").output.contains("ada@lovelace.example  1"))
    #expect(try await run(service, "throttle", "clear", ada.text).output == "Cleared 1 failure\n")
    let ended = try await run(service, "session", "revoke", "--token-stdin", input: token.base64URL + "\n")
    #expect(ended.ending == .exited(0) && ended.output == "", "\(ended.errors)")
    #expect(try await run(service, "session", "revoke", session.id.text).ending == .exited(65))
  }

  @Test func `Users of other providers are linked, shown and unlinked on a service`() async throws {
    let service = try await ServiceInTest()
    let early = try await run(service, "account", "links", ada.text)
    #expect(early.ending == .exited(65), "\(early.errors)")
    _ = try await run(service, "account", "add", ada.text, "--password-stdin", input: "correct horse\n")
    let linked = try await run(service, "account", "link", ada.text, "pam:ada/1000")
    #expect(linked.output == "Linked pam:ada/1000 to ada@lovelace.example\n", "\(linked.errors)")
    #expect(try await run(service, "account", "links", ada.text).output == "PROVIDER  USER\npam       ada/1000\n")
    let none = try await run(service, "account", "links", "nobody@example.com")
    #expect(none.ending == .exited(65), "\(none.errors)")
    let unlinked = try await run(service, "account", "unlink", ada.text, "pam:ada/1000")
    #expect(unlinked.output == "Unlinked pam:ada/1000 from ada@lovelace.example\n", "\(unlinked.errors)")
    #expect(try await run(service, "account", "unlink", ada.text, "pam:ada/1000").ending == .exited(65))
  }

  @Test func `An import is one step on a service, too`() async throws {
    let service = try await ServiceInTest()
    let hash = "\"\(PasswordHash.sample().phc)\""
    let rows = (1...2000).map { "person\($0)@example.com,\(hash)\n" }
    let file = service.sandbox.path("accounts.csv")
    try ("email,hash\n" + rows.joined()).write(toFile: file, atomically: true, encoding: .utf8)
    let imported = try await run(service, "account", "import", file)
    #expect(imported.output == "Added 2000 accounts\n", "\(imported.errors)")
    let again = try await run(service, "account", "import", file)
    #expect(again.ending == .exited(65))
    #expect(again.errors.contains("No accounts were added"))
    let last = try await run(service, "account", "list")
    #expect(last.output.split(separator: "\n").count == 2001)
    // What can be listed can be exported
    let exported = try await run(service, "account", "export")
    let lines = exported.output.components(separatedBy: "\r\n")
    #expect(lines.count == 2002 && lines[0] == "email,locked,added,lastSignIn" && lines[2001].isEmpty)
    #expect(lines[1].hasPrefix("person1000@example.com,false,2"))
  }

  @Test func `The doctor asks a service`() async throws {
    let service = try await ServiceInTest()
    let doctor = try await run(service, "doctor", "--json")
    #expect(doctor.output.contains("Its store can be read and changed."), "\(doctor.output)")
    #expect(!doctor.output.contains("\"part\":\"durability\""))
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `Only those who may open the socket administer`() async throws {
    let service = try await ServiceInTest()
    // Metrics have no sample then: whoever may not ask sees no outage.
    for command in [["account", "list"], ["session", "list"], ["activity"], ["throttle", "list"], ["metrics"]] {
      let refused = try await service.sandbox.run(
        "setpriv", ["--reuid=4242", "--regid=4242", "--clear-groups", Sandbox.signin] + command,
        environment: ["SIGNIN_STORE": service.url, "HOME": "/", "XDG_CONFIG_HOME": nil, "XDG_RUNTIME_DIR": nil])
      #expect(refused.ending == .exited(77))
      #expect(refused.errors.contains("Only root and members of the group signin-admin"), "\(refused.errors)")
      #expect(refused.output == "")
    }
    // A member of the socket's group may, and the log names that user.
    #expect(chown(service.folder + "/admin.sock", 0, 4343) == 0)
    let source = "account add"
    let added = try await service.sandbox.run(
      "setpriv",
      [
        "--reuid=4242", "--regid=4343", "--clear-groups", Sandbox.signin, "account", "add", ada.text,
        "--password-stdin",
      ],
      input: .text("correct horse\n"),
      environment: ["SIGNIN_STORE": service.url, "HOME": "/", "XDG_CONFIG_HOME": nil, "XDG_RUNTIME_DIR": nil])
    #expect(added.ending == .exited(0), "\(added.errors)")
    let rows = try await service.store.rows(of: ada)
    #expect(rows.map(\.source.uid) == [4242])
    #expect(rows.map(\.source.program) == [source])
  }

  @Test func `A service that is missing, or not to be trusted, gets nothing`() async throws {
    let service = try await ServiceInTest()
    try await service.stop()
    let dead = try await run(service, "account", "list")
    #expect(dead.ending == .exited(69))
    #expect(dead.errors.contains("No service answers at \(service.folder)/admin.sock."), "\(dead.errors)")
    let absent = try await service.sandbox.run(
      Sandbox.signin, ["account", "list"], environment: ["SIGNIN_STORE": "service:/nowhere/signin.sock"])
    #expect(absent.ending == .exited(69))
    chmod(service.folder, 0o777)
    let open = try await run(service, "account", "add", ada.text, "--password-stdin", input: "correct horse\n")
    #expect(open.ending == .exited(78))
    #expect(open.errors.contains("another user could change \(service.folder)"), "\(open.errors)")
  }

  @Test func `A killed administrator leaves all accounts of an import or none`() async throws {
    let service = try await ServiceInTest()
    _ = try await service.store.newAccount(ada)
    let hash = "\"\(PasswordHash.sample().phc)\""
    let count = 3000
    let rows = (1...count).map { "person\($0)@example.com,\(hash)\n" }
    let file = service.sandbox.path("accounts.csv")
    try ("email,hash\n" + rows.joined()).write(toFile: file, atomically: true, encoding: .utf8)
    for milliseconds in [5, 20, 40, 60, 80, 100, 150] {
      _ = try await service.sandbox.run(
        "timeout",
        ["-s", "KILL", "0.\(String(milliseconds + 1000).dropFirst())", Sandbox.signin, "account", "import", file],
        environment: ["SIGNIN_STORE": service.url])
      let found = try await service.store.accounts(after: nil, limit: 10_000).count
      #expect([1, count + 1].contains(found))
    }
  }
}
