import Foundation
import Identity
import TestSupport
import Testing

@Suite("A gate reuses the session of its terminal", .fewAtOnce)
struct ReuseEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  private let report = #"sh -c 'echo "$SIGNIN_EMAIL $SIGNIN_SESSION"'"#

  /// Signs in at the form of a gate.
  private func signIn(_ tmux: Tmux) async throws {
    try await tmux.wait(for: StoreFixture.email)
    try await tmux.submit(StoreFixture.password)
  }

  @Test("With --reuse it asks once, and then not while the session lasts")
  func once() async throws {
    let shell = try await LoginShell(in: sandbox)
    let first = try await shell.signin("--email \(StoreFixture.email) --reuse -- \(report)", atTerminal: signIn)
    #expect(first.status == 0)
    let again = try await shell.signin("--reuse -- \(report)")
    #expect(again.status == 0)
    #expect(again.output == first.output)
    #expect(again.output.hasPrefix(StoreFixture.email + " "))
    #expect(try await fixture.sessions() == [StoreFixture.email])
    #expect(try await fixture.outcomes(of: email(StoreFixture.email)).filter { $0 == .signedIn }.count == 1)
    // and the session is that of a plain sign-in, too
    #expect(try await shell.signin("status").status == 0)
    try await shell.signin("out")
    let asked = try await shell.signin("--email \(StoreFixture.email) --reuse -- \(report)", atTerminal: signIn)
    #expect(asked.output != first.output)
  }

  @Test("The session of a plain sign-in opens it, and the command gets its token")
  func plain() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    let proof = try await shell.signin(
      "--reuse --token-fd -- sh -c '\"$SIGNIN\" session verify --token-fd $SIGNIN_TOKEN_FD'")
    #expect(proof.output == StoreFixture.email + "\n")
  }

  @Test("Without --reuse it asks all the same, and leaves no ticket", .tags(.sessionsStayAtTheirTerminal))
  func withoutReuse() async throws {
    let shell = try await LoginShell(in: sandbox)
    let passed = try await shell.signin("--email \(StoreFixture.email) -- true", atTerminal: signIn)
    #expect(passed.status == 0)
    #expect(fixture.tickets == [])
    try await shell.signIn()
    let ticket = fixture.tickets
    let asked = try await shell.signin("--email \(StoreFixture.email) -- true") { tmux in
      try await tmux.wait(for: StoreFixture.email)
      try await tmux.press("Escape")
    }
    #expect(asked.status == 1)
    #expect(fixture.tickets == ticket)
  }

  @Test("It asks if the session is another account's, or has ended")
  func asks() async throws {
    try await fixture.addBob()
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    let other = try await shell.signin("--reuse --email \(StoreFixture.bob) -- \(report)") { tmux in
      try await tmux.wait(for: StoreFixture.bob)
      try await tmux.submit(StoreFixture.bobsPassword)
    }
    #expect(other.output.hasPrefix(StoreFixture.bob))
    #expect(try await fixture.sessions() == [StoreFixture.bob])
    #expect(try await sandbox.run(["session", "revoke", "--all"]).ending == .exited(0))
    let asked = try await shell.signin("--reuse -- true") { tmux in
      try await tmux.wait(for: "Password")
      try await tmux.press("Escape")
    }
    #expect(asked.status == 1)
  }

  @Test("With --pty, or if the command can't run, the session of the terminal stays")
  func stays() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    #expect(try await shell.signin("--reuse --pty -- true").status == 0)
    #expect(try await shell.signin("status").status == 0)
    try await shell.run("cd; printf '#!/nowhere\\n' >no-program; chmod +x no-program")
    #expect(try await shell.signin("--reuse -- ./no-program").status == 127)
    #expect(try await shell.signin("status").status == 0)
  }

  @Test("Where no session can be kept it asks, says why, and runs the command")
  func nowhere() async throws {
    let shell = try await LoginShell(in: sandbox, environment: ["XDG_RUNTIME_DIR": "relative"])
    let passed = try await shell.signin("--email \(StoreFixture.email) --reuse -- \(report)", atTerminal: signIn)
    #expect(passed.status == 0)
    #expect(passed.output.hasPrefix(StoreFixture.email))
    #expect(
      passed.errors
        == "signin: No session is kept. This login has no XDG_RUNTIME_DIR, so signin can't remember you here.\n")
  }

  @Test(
    "Wrong usage of --reuse exits with 64",
    arguments: [["--reuse"], ["--reuse", "--password-stdin", "--email", "a@b.example", "--", "true"]])
  func usage(arguments: [String]) async throws {
    #expect(try await sandbox.run(arguments).ending == .exited(64))
  }
}
