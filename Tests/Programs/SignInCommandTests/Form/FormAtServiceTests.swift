import Foundation
import TestSupport
import Testing

@Suite("A form at a service", .fewAtOnce, .enabled("only root can own the folders of a service") { geteuid() == 0 })
struct FormAtServiceTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }
  private var url: String { "service:" + sandbox.path("service/signin.sock") }
  private var environment: [String: String?] { ["SIGNIN_STORE": url] }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  private func script(_ password: String = StoreFixture.password) async throws -> ChildProcess.Finished {
    try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--print", "email"], input: .text(password + "\n"),
      environment: environment)
  }

  @Test("signs in on the screen and in a script, and starts no server of its own")
  func signsIn() async throws {
    let service = try ServedStore(in: sandbox)
    let tmux = try await Tmux([Sandbox.signin, "--email", StoreFixture.email], in: sandbox, environment: environment)
    try await tmux.wait(for: StoreFixture.email)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "signed in")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
    #expect(service.connections == 1)
    #expect(try await script().output == StoreFixture.email + "\n")
    #expect(try await script("battery staple").ending == .exited(77))
    #expect(service.connections == 3)
  }

  @Test("needs no settings of a server: the service's rules count")
  func settings() async throws {
    let rules = sandbox.path("service.toml")
    try (StoreFixture.quick + "sign-up = \"on\"\n").write(toFile: rules, atomically: true, encoding: .utf8)
    let service = try ServedStore(in: sandbox, options: ["--config", rules])
    try fixture.write(settings: "sign-up = \"off\"\n")
    let tmux = try await Tmux([Sandbox.signin], in: sandbox, environment: environment)
    try await tmux.wait(for: "F3 create")
    #expect(service.connections == 1)
  }

  @Test("finds the machine's service where no store is chosen, and a chosen store takes its place")
  func standard() async throws {
    let service = try ServedStore(in: sandbox)
    func run(_ store: String?) async throws -> ChildProcess.Finished {
      let script = "mount -t tmpfs none /run && mkdir /run/signin && mount --bind \"$0\" /run/signin && exec \"$@\""
      return try await sandbox.run(
        "unshare",
        [
          "-m", "sh", "-c", script, sandbox.path("service"), Sandbox.signin, "--password-stdin", "--email",
          StoreFixture.email, "--print", "email",
        ], input: .text(StoreFixture.password + "\n"), environment: ["SIGNIN_STORE": store])
    }
    let found = try await run(nil)
    #expect(found.output == StoreFixture.email + "\n", "\(found.errors)")
    #expect(service.connections == 1)
    #expect(try await run("sqlite:" + sandbox.path("signin.db")).ending == .exited(0))
    #expect(service.connections == 1)
    // While it is stopped, nobody gets a store of their own by accident
    service.stop()
    let stopped = try await run(nil)
    #expect(stopped.ending == .exited(69))
    #expect(stopped.errors.contains("start the service"), "\(stopped.errors)")
  }

  @Test("reports a missing service, keeps what was typed, and connects with the next Enter")
  func absent() async throws {
    let missing = try await script()
    #expect(missing.ending == .exited(69))
    #expect(missing.errors.contains("isn't there; start the service"))
    let plain = try await Tmux([Sandbox.signin, "--plain"], in: sandbox, columns: 200, environment: environment)
    try await plain.wait(forWords: "start the service")
    try await plain.wait(for: "Email:")
    let tmux = try await Tmux([Sandbox.signin], in: sandbox, columns: 200, environment: environment)
    try await tmux.wait(forWords: "start the service")
    try await tmux.type(StoreFixture.email)
    try await tmux.press("Tab")
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(forWords: "start the service")
    try await tmux.wait(for: StoreFixture.email)
    // When it is started
    let service = try ServedStore(in: sandbox)
    try await tmux.press("Enter")
    try await tmux.wait(for: "signed in")
    // And when it stops, its socket stays
    service.stop()
    try Data().write(to: URL(filePath: sandbox.path("service/signin.sock")))
    #expect(try await script().errors.contains("isn't the socket of a service"))
  }

  @Test(
    "sends nothing where another user could have put the socket", .tags(.serviceKeepsAccounts),
    arguments: [false, true])
  func untrusted(isOwned: Bool) async throws {
    let service = try ServedStore(in: sandbox)
    if isOwned { chown(sandbox.path("service"), 1001, 1001) } else { chmod(sandbox.path("service"), 0o777) }
    let refused = try await script()
    #expect(refused.ending == .exited(78))
    #expect(refused.errors.contains(sandbox.path("service")) && refused.errors.contains("nothing was sent"))
    let tmux = try await Tmux([Sandbox.signin], in: sandbox, columns: 200, environment: environment)
    try await tmux.wait(forWords: "nothing was sent")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    #expect(service.connections == 0)
  }

  @Test("leaves a session at its terminal: status, token, lock, --reuse and out work")
  func session() async throws {
    let service = try ServedStore(in: sandbox)
    let shell = try await LoginShell(in: sandbox, environment: environment)
    #expect(try await shell.signin("status").status == 77)
    try await shell.signIn()
    #expect(try await shell.signin("status").output.hasPrefix(StoreFixture.email))
    #expect(try await shell.signin("--reuse -- sh -c 'echo $SIGNIN_EMAIL'").output == StoreFixture.email + "\n")
    #expect(try await shell.run("\"$SIGNIN\" token | \"$SIGNIN\" session verify").output == StoreFixture.email + "\n")
    let locked = try await shell.signin("lock") { tmux in
      try await tmux.wait(for: "This terminal is locked")
      try await tmux.type(StoreFixture.password)
      try await tmux.waitForEnabledButton("Unlock")
      try await tmux.press("Enter")
    }
    #expect(locked.status == 0)
    #expect(try await shell.signin("out").status == 0)
    #expect(try await shell.signin("status").status == 77)
    #expect(service.connections > 4)
  }

  @Test("keeps no session for a uid that many people share, as the service says")
  func sharedUID() async throws {
    // Given a session from before
    let service = try ServedStore(in: sandbox)
    let shell = try await LoginShell(in: sandbox, environment: environment)
    try await shell.signIn()
    #expect(try await shell.signin("status").status == 0)
    service.stop()
    // When the service names this uid in a file that the form doesn't read
    let rules = sandbox.path("rules.toml")
    try (StoreFixture.cheap + "throttle = { gate-uids = [\"\(getuid())\"] }\n").write(
      toFile: rules, atomically: true, encoding: .utf8)
    let again = try ServedStore(in: sandbox, options: ["--config", rules])
    // Then nobody gets it
    #expect(try await shell.signin("status").status == 77)
    #expect(try await shell.signin("--reuse -- true").status == 78)
    // And no other one is kept
    try await shell.signIn()
    #expect(try await shell.signin("token").status == 77)
    #expect(again.connections > 2)
  }

  @Test("has a session that no other user's token opens, but root's", .tags(.serviceKeepsAccounts))
  func otherUsers() async throws {
    let service = try ServedStore(in: sandbox)
    chmod(sandbox.directory, 0o755)
    let signin = sandbox.path("signin-for-all")
    try Sandbox.copy(program: Sandbox.signin, to: signin)
    chmod(signin, 0o755)
    func run(_ uid: Int, _ arguments: [String], _ input: String) async throws -> ChildProcess.Finished {
      try await sandbox.run(
        "setpriv", ["--reuid=\(uid)", "--regid=\(uid)", "--clear-groups", signin] + arguments, input: .text(input),
        environment: ["SIGNIN_STORE": service.url, "XDG_CONFIG_HOME": nil, "HOME": "/nonexistent"])
    }
    let token = try await run(
      1001, ["--password-stdin", "--email", StoreFixture.email, "--print", "token"], StoreFixture.password + "\n")
    try #require(token.ending == .exited(0), "\(token.errors)")
    for uid in [1001, 0] {
      #expect(try await run(uid, ["session", "verify"], token.output).output == StoreFixture.email + "\n", "\(uid)")
    }
    let stolen = try await run(1002, ["session", "verify"], token.output)
    #expect(stolen.ending == .exited(77))
    #expect(
      stolen.errors == (try await run(1002, ["session", "verify"], String(repeating: "A", count: 43) + "\n")).errors)
  }
}
