import Foundation
import Identity
import TestSupport
import Testing

@Suite("The session of a terminal", .fewAtOnce)
struct TicketEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  private static let nobody = "signin: Nobody is signed in at this terminal.\n"

  @Test("is left by a plain sign-in; status, token and out find it")
  func life() async throws {
    let shell = try await LoginShell(in: sandbox)
    #expect(try await shell.signin("status").errors == Self.nobody)
    // when
    let signedIn = try await shell.signIn()
    // then
    #expect(signedIn.status == 0)
    #expect(signedIn.output == "Signed in as ada@lovelace.example\n")
    #expect(signedIn.errors.isEmpty)
    let status = try await shell.signin("status")
    #expect(status.status == 0)
    let moment = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/
    #expect(
      status.output.replacing(moment, with: "MOMENT")
        == "ada@lovelace.example, signed in at MOMENT, until MOMENT if unused\n")
    let token = try await shell.signin("token").output
    let verified = try await sandbox.run(["session", "verify"], input: .text(token))
    #expect(verified.output == "ada@lovelace.example\n")
    #expect(try await fixture.sessions() == [StoreFixture.email])
    // and when they sign out
    let out = try await shell.signin("out")
    #expect(out.status == 0)
    #expect(out.output == "Signed out\n")
    // then
    #expect(try await fixture.sessions() == [])
    #expect(fixture.tickets == [])
    #expect(try await fixture.store.rows(of: email(StoreFixture.email)).first?.outcome == .change(.signedOut))
    for command in ["status", "token", "out"] {
      let nobody = try await shell.signin(command)
      #expect(nobody.status == 77)
      #expect(nobody.errors == Self.nobody)
      #expect(nobody.output.isEmpty)
    }
  }

  /// Signs in at a shell, and stays in the list.
  private func openList(in tmux: Tmux) async throws {
    try await tmux.type("clear; \"$SIGNIN\" --email \(StoreFixture.email)")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Esc cancel")
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Activity")
  }

  @Test("ends with F10, and its ticket goes")
  func signedOut() async throws {
    let shell = try await LoginShell(in: sandbox)
    let left = try await shell.signin("--email \(StoreFixture.email)") { tmux in
      try await tmux.wait(for: StoreFixture.email)
      try await tmux.submit(StoreFixture.password)
      try await tmux.wait(for: "Activity")
      #expect(try await fixture.sessions() == [StoreFixture.email])
      try await tmux.press("F10")
    }
    #expect(left.status == 1)
    #expect(left.output == "Signed out\n")
    #expect(try await fixture.sessions() == [])
    #expect(fixture.tickets == [])
    #expect(try await shell.signin("status").status == 77)
  }

  @Test("outlasts Ctrl-C in the activity, and a new password")
  func outlasts() async throws {
    let shell = try await LoginShell(in: sandbox)
    let tmux = shell.tmux
    // After Ctrl-C, the shell drops the rest of its line.
    try await openList(in: tmux)
    try await tmux.press("F4")
    try await tmux.wait(for: "New password again")
    try await tmux.type(StoreFixture.password)
    try await tmux.press("Tab")
    try await tmux.type("battery staple")
    try await tmux.press("Tab")
    try await tmux.type("battery staple")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Password changed.")
    try await tmux.press("C-c")
    try await tmux.wait(for: "shell>")
    #expect(try await shell.signin("status").status == 0)
  }

  @Test("takes the place of the earlier one, which ends: one terminal has one session")
  func replaced() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    let first = try await shell.signin("token").output
    try await shell.signIn()
    #expect(try await fixture.sessions().count == 1)
    #expect(try await shell.signin("token").output != first)
  }

  @Test("takes the place of the earlier one also if Ctrl-C ends the list")
  func replacedByInterrupted() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    let first = try await shell.signin("token").output
    let tmux = shell.tmux
    try await openList(in: tmux)
    try await tmux.press("C-c")
    try await tmux.wait(for: "shell>")
    #expect(try await shell.signin("token").output != first)
    #expect(try await fixture.sessions() == [StoreFixture.email])
  }

  @Test("stays when an earlier list at the same terminal finds its own session ended")
  func replacedMeanwhile() async throws {
    let shell = try await LoginShell(in: sandbox)
    let tmux = shell.tmux
    try await openList(in: tmux)
    // An answer that is still to come would end the page as it goes on.
    for answer in ["Password          set", "✓ signed in"] { try await tmux.wait(for: answer) }
    try await tmux.press("C-z")
    try await tmux.wait(for: "shell>")
    // when somebody signs in again, and goes back to the list
    try await shell.signIn()
    let token = try await shell.signin("token").output
    try await tmux.type("clear; fg")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Activity")
    try await tmux.press("F5")
    try await tmux.wait(for: "Your session has ended.")
    try await tmux.press("Escape")
    try await tmux.wait(for: "shell>")
    // then
    #expect(try await shell.signin("token").output == token)
  }

  @Test(
    "is one for each terminal: two people behind one uid have their own",
    .tags(.sessionsStayAtTheirTerminal))
  func twoPeople() async throws {
    try await fixture.addBob()
    let (ada, bob) = (try await LoginShell(in: sandbox), try await LoginShell(in: sandbox))
    try await ada.signIn()
    #expect(try await bob.signin("status").status == 77)
    try await bob.signIn(StoreFixture.bob, StoreFixture.bobsPassword)
    #expect(try await ada.signin("status").output.hasPrefix(StoreFixture.email))
    #expect(try await bob.signin("status").output.hasPrefix(StoreFixture.bob))
    try await ada.signin("out")
    #expect(try await fixture.sessions() == [StoreFixture.bob])
  }

  @Test("ends with the login at the terminal, and needs a terminal", .tags(.sessionsStayAtTheirTerminal))
  func otherLogin() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    #expect(try await shell.run("setsid -w \"$SIGNIN\" status").status == 77)
    // script(1) gives its shell a terminal of its own.
    let other = try await shell.run("script -qec '\"$SIGNIN\" status' /dev/null")
    #expect(other.status == 77)
    #expect(other.output.contains("Nobody is signed in at this terminal."))
    #expect(try await shell.signin("status").status == 0)
  }

  @Test("stays its user's after su", .enabled("only root becomes another user") { geteuid() == 0 })
  func su() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    #expect(try await shell.run("su -s /bin/sh root --session-command '\"$SIGNIN\" status'").status == 0)
    chmod(sandbox.directory, 0o711)
    for command in ["status", "lock"] {
      let other = try await shell.run("su -s /bin/sh nobody --session-command '\"$SIGNIN\" \(command)'") { tmux in
        guard command == "lock" else { return }
        try await tmux.wait(for: "Nothing is locked. Press Enter to go on.")
        try await tmux.press("Enter")
      }
      #expect(other.status == 77)
      #expect(other.errors.hasSuffix(" \(sandbox.directory) belongs to another user.\n"), "\(other.errors)")
    }
  }

  @Test("is gone once it was revoked, and the ticket opens nothing")
  func revoked() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    #expect(try await sandbox.run(["session", "revoke", "--all"]).ending == .exited(0))
    #expect(try await shell.signin("status").status == 77)
    #expect(try await shell.signin("token").output.isEmpty)
    #expect(try await shell.signin("out").status == 77)
    #expect(fixture.tickets == [])
  }

  @Test("is described in JSON as documented")
  func json() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    let line = try await shell.signin("status --json").output
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(line.hasPrefix("{\"version\":1,"))
    #expect(object["email"] as? String == StoreFixture.email)
    #expect(Set(object.keys) == ["version", "email", "session", "opened", "expires"])
  }

  // MARK: Where none is kept

  @Test(
    "isn't kept where there is no folder for it, or others could change it; a plain sentence says so",
    .tags(.sessionsStayAtTheirTerminal),
    arguments: [
      ("unset XDG_RUNTIME_DIR", "This login has no XDG_RUNTIME_DIR, so signin can't remember you here."),
      ("mkdir open && chmod 777 open && export XDG_RUNTIME_DIR=$HOME/open", "$HOME/open is open to other users."),
      ("ln -s $HOME link && export XDG_RUNTIME_DIR=$HOME/link", "$HOME/link isn't a folder, or is a link."),
      ("export XDG_RUNTIME_DIR=$HOME/none", "$HOME/none can't be used: No such file or directory."),
    ])
  func nowhere(preparation: String, reason: String) async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.run("cd && " + preparation)
    let signedIn = try await shell.signIn()
    #expect(signedIn.status == 0)
    #expect(signedIn.output == "Signed in as ada@lovelace.example\n")
    let reason = reason.replacing("$HOME", with: sandbox.directory)
    #expect(signedIn.errors == "signin: No session is kept. \(reason)\n")
    #expect(try await fixture.sessions() == [])
    let status = try await shell.signin("status")
    #expect(status.status == 77)
    #expect(status.errors == "signin: Nobody is signed in at this terminal. \(reason)\n")
  }

  @Test(
    "isn't kept where an administrator chose the store or many share the uid; only reuse = true allows it there",
    .tags(.sessionsStayAtTheirTerminal))
  func shared() async throws {
    let shell = try await LoginShell(in: sandbox)
    let store = "store = \"sqlite:\(sandbox.path("signin.db"))\"\n"
    for (settings, reason) in [
      (store, "An administrator chose the store, and reuse = true isn't set there."),
      (
        "throttle = { gate-uids = [\"\(getuid())\"] }\n",
        "Many people share this uid (throttle.gate-uids), and reuse = true isn't set."
      ), ("reuse = false\n", "The settings say reuse = false."),
    ] {
      try settings.write(toFile: sandbox.path("gate.toml"), atomically: true, encoding: .utf8)
      let config = "--config " + sandbox.path("gate.toml")
      let signedIn = try await shell.signIn(StoreFixture.email, StoreFixture.password, config)
      #expect(signedIn.status == 0)
      #expect(signedIn.errors.isEmpty)
      #expect(fixture.tickets == [])
      let reused = try await shell.signin("\(config) --reuse -- true")
      #expect(reused.status == 78)
      #expect(reused.errors == "signin: --reuse isn't allowed here. \(reason)\n")
      #expect(try await shell.signin("status \(config)").errors.hasSuffix("terminal. \(reason)\n"))
    }
    #expect(try await fixture.sessions() == [])
    try (store + "reuse = true\n").write(toFile: sandbox.path("gate.toml"), atomically: true, encoding: .utf8)
    let config = "--config " + sandbox.path("gate.toml")
    try await shell.signIn(StoreFixture.email, StoreFixture.password, config)
    #expect(try await shell.signin("\(config) --reuse -- true").status == 0)
  }

  @Test("isn't kept by a script: --password-stdin leaves no session")
  func scripts() async throws {
    let shell = try await LoginShell(in: sandbox)
    let signedIn = try await shell.run(
      "echo '\(StoreFixture.password)' | \"$SIGNIN\" --password-stdin --email \(StoreFixture.email)")
    #expect(signedIn.status == 0)
    #expect(fixture.tickets == [])
    #expect(try await fixture.sessions() == [])
  }
}
