import Foundation
import Glibc
import Identity
import TestSupport
import Testing

@Suite("signin lock", .fewAtOnce)
struct LockEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  /// A shell in which ``StoreFixture/email`` has signed in.
  private func shell() async throws -> LoginShell {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    return shell
  }

  private func unlock(_ tmux: Tmux) async throws {
    try await tmux.type(StoreFixture.password)
    try await tmux.waitForEnabledButton("Unlock")
    try await tmux.press("Enter")
  }

  /// Locks the terminal; the file `pid` names the program.
  private let lock = #"sh -c 'echo $$ >"$HOME/pid~"; mv "$HOME/pid~" "$HOME/pid"; exec "$SIGNIN" lock'"#

  private func pid() async throws -> pid_t {
    #expect(await eventually { FileManager.default.fileExists(atPath: sandbox.path("pid")) })
    return try #require(pid_t(sandbox.contents(of: "pid").trimmingCharacters(in: .newlines)))
  }

  @Test("Without a session at the terminal, it locks nothing, reports that, and waits until it is read")
  func nobody() async throws {
    let shell = try await LoginShell(in: sandbox)
    func refusal() async throws -> LoginShell.Result {
      try await shell.signin("lock") { tmux in
        try await tmux.wait(for: "Nothing is locked. Press Enter to go on.")
        try await tmux.press("Enter")
      }
    }
    let refused = try await refusal()
    #expect(refused.status == 77)
    #expect(
      refused.errors == "signin: Nobody has signed in at this terminal, so it can't be locked. Run signin first.\n")
    try await shell.signIn()
    try await shell.signin("out")
    #expect(try await refusal().status == 77)
  }

  /// The form that a lock has started, in place of this one.
  private func form(of lock: pid_t, after former: pid_t? = nil) async throws -> pid_t {
    var found: [pid_t] = []
    let hasStarted = await eventually {
      let children = (try? String(contentsOfFile: "/proc/\(lock)/task/\(lock)/children", encoding: .utf8)) ?? ""
      found = children.split(separator: " ").compactMap { pid_t($0) }.filter { $0 != former }
      return !found.isEmpty
    }
    #expect(hasStarted)
    return try #require(found.first)
  }

  @Test(
    "When its form dies, by whatever signal, it locks again, and only the password opens it",
    .tags(.sessionsStayAtTheirTerminal), arguments: [SIGKILL, SIGSEGV, SIGTRAP, SIGTERM])
  func formDies(number: Int32) async throws {
    let shell = try await shell()
    let unlocked = try await shell.run(lock) { tmux in
      try await tmux.wait(for: "This terminal is locked")
      let lock = try await pid()
      let first = try await form(of: lock)
      try await tmux.type("half a pass")
      try await tmux.wait(for: "•••••••••••")
      kill(first, number)
      let second = try await form(of: lock, after: first)
      try await tmux.wait(until: "it is locked again") { $0.isAlternate && $0.place(of: "•") == nil }
      kill(second, number)
      _ = try await form(of: lock, after: second)
      try await tmux.wait(until: "it is locked again") { $0.isAlternate && $0.place(of: "•") == nil }
      try await tmux.wait(for: "This terminal is locked")
      try await unlock(tmux)
    }
    #expect(unlocked.status == 0)
    #expect(try await shell.run("stty -a").output.contains(" echo "))
  }

  @Test("No key leaves it but those of the password, and the session is as before", .tags(.sessionsStayAtTheirTerminal))
  func keys() async throws {
    let shell = try await shell()
    let token = try await shell.signin("token").output
    let unlocked = try await shell.signin("lock") { tmux in
      let locked = try await tmux.wait(for: "This terminal is locked")
      #expect(locked.place(of: StoreFixture.email) != nil)
      #expect(locked.place(of: "Esc") == nil)
      for key in ["Escape", "C-c", "C-z", "C-\\", "C-d", "F3", "F10", "C-l", "Tab", "BTab", "Up", "Up"] {
        try await tmux.press(key)
      }
      try await unlock(tmux)
    }
    #expect(unlocked.status == 0)
    #expect(unlocked.output.isEmpty && unlocked.errors.isEmpty)
    #expect(try await shell.signin("token").output == token)
    #expect(try await fixture.sessions().count == 1)
    let attempt = try await fixture.store.attempts(of: email(StoreFixture.email), before: nil, limit: 1).first
    #expect(attempt?.source.program == "lock")
  }

  @Test(
    "It asks for the account of the terminal, though its session has expired, and refuses others without end",
    .tags(.sessionsStayAtTheirTerminal))
  func others() async throws {
    try await fixture.addBob()
    let shell = try await shell()
    try fixture.write(settings: StoreFixture.quick + "attempts = 2\ntimeout = 1\n")
    #expect(try await sandbox.run(["session", "revoke", "--all"]).ending == .exited(0))
    let unlocked = try await shell.signin("lock") { tmux in
      try await tmux.wait(for: "This terminal is locked")
      for round in 1...4 {
        try await tmux.type(StoreFixture.bobsPassword)
        try await tmux.waitForEnabledButton("Unlock")
        try await tmux.press("Enter")
        try await tmux.wait(until: "round \(round) is refused") { screen in
          screen.place(of: "The password is wrong.") != nil && screen.place(of: "Unlocking") == nil
        }
      }
      #expect(try await tmux.screen().place(of: "left") == nil)
      try await unlock(tmux)
    }
    #expect(unlocked.status == 0)
    #expect(try await fixture.outcomes(of: email(StoreFixture.bob)) == [])
  }

  private func administer(_ arguments: String..., password: String? = nil) async throws {
    let ran = try await sandbox.run(["account"] + arguments, input: password.map { .text($0 + "\n") } ?? .nothing)
    #expect(ran.ending == .exited(0), "\(arguments): \(ran.errors)")
  }

  @Test(
    "When its account gets another email, before or meanwhile, it shows that, and the same password unlocks",
    .tags(.sessionsStayAtTheirTerminal))
  func renamed() async throws {
    let shell = try await shell()
    try await administer("rename", StoreFixture.email, "eda@lovelace.example")
    let unlocked = try await shell.signin("lock") { tmux in
      try await tmux.wait(for: "eda@lovelace.example")
      try await administer("rename", "eda@lovelace.example", "ida@lovelace.example")
      try await tmux.type("wrong horse")
      try await tmux.waitForEnabledButton("Unlock")
      try await tmux.press("Enter")
      let locked = try await tmux.wait(for: "The password is wrong.")
      #expect(locked.place(of: "ida@lovelace.example") != nil)
      try await unlock(tmux)
    }
    #expect(unlocked.status == 0)
  }

  @Test(
    "Nobody unlocks for an account that is gone, not even the next owner of its email, and the lock says what to do",
    .tags(.sessionsStayAtTheirTerminal), arguments: [true, false])
  func gone(isGoneBefore: Bool) async throws {
    let shell = try await shell()
    func replace() async throws {
      try await administer("remove", "--yes", StoreFixture.email)
      try await administer("add", "--password-stdin", StoreFixture.email, password: StoreFixture.bobsPassword)
    }
    if isGoneBefore { try await replace() }
    let ended = try await shell.run(lock) { tmux in
      try await tmux.wait(for: "This terminal is locked")
      if isGoneBefore { try await tmux.wait(for: "This account is gone") } else { try await replace() }
      for password in [StoreFixture.bobsPassword, StoreFixture.password] {
        try await tmux.type(password)
        try await tmux.waitForEnabledButton("Unlock")
        try await tmux.press("Enter")
        try await tmux.wait(until: "it is refused") { screen in
          screen.place(of: "This account is gone") != nil && screen.place(of: "•") == nil
        }
        #expect(try await tmux.screen().place(of: "from another terminal") != nil)
      }
      kill(try await pid(), SIGTERM)
    }
    #expect(ended.status == 128 + SIGTERM)
    // Nobody's attempts were counted.
    let outcomes = try await fixture.outcomes(of: email(StoreFixture.email))
    #expect(!outcomes.contains(.refused) && !outcomes.contains(.notAccepted))
  }

  @Test("Of two people behind one uid, each locks the own terminal")
  func twoPeople() async throws {
    try await fixture.addBob()
    let (ada, bob) = (try await shell(), try await LoginShell(in: sandbox))
    try await bob.signIn(StoreFixture.bob, StoreFixture.bobsPassword)
    let unlocked = try await bob.signin("lock") { tmux in
      try await tmux.wait(for: StoreFixture.bob)
      try await unlock(tmux)
      try await tmux.wait(for: "The password is wrong.")
      let adas = try await ada.signin("lock") { tmux in
        try await tmux.wait(for: StoreFixture.email)
        try await unlock(tmux)
      }
      #expect(adas.status == 0)
      #expect(try await tmux.screen().place(of: "This terminal is locked") != nil)
      try await tmux.type(StoreFixture.bobsPassword)
      try await tmux.waitForEnabledButton("Unlock")
      try await tmux.press("Enter")
    }
    #expect(unlocked.status == 0)
  }

  @Test("Signals that can be ignored don't unlock it", .tags(.sessionsStayAtTheirTerminal))
  func signals() async throws {
    let shell = try await shell()
    let unlocked = try await shell.run(lock) { tmux in
      try await tmux.wait(for: "This terminal is locked")
      let pid = try await pid()
      let harmless = [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGIO, SIGPROF]
      for number in harmless + Array(34...64) { kill(pid, number) }
      try await unlock(tmux)
    }
    #expect(unlocked.status == 0)
  }

  @Test("SIGTERM and SIGHUP end it, and the terminal is given back", arguments: [SIGTERM, SIGHUP])
  func endings(number: Int32) async throws {
    let shell = try await shell()
    let ended = try await shell.run(lock) { tmux in
      try await tmux.wait(for: "This terminal is locked")
      kill(try await pid(), number)
    }
    #expect(ended.status == 128 + number)
    let screen = try await shell.tmux.wait(for: "shell>")
    #expect(!screen.isAlternate)
  }

  @Test(
    "Line by line it is the same, and keys send no signals to whatever started it", .tags(.sessionsStayAtTheirTerminal))
  func plain() async throws {
    let shell = try await shell()
    let unlocked = try await shell.signin("lock --plain") { tmux in
      try await tmux.wait(for: "Password:")
      for key in ["C-c", "C-z", "C-\\", "C-d", "Enter"] { try await tmux.press(key) }
      try await tmux.type("wrong horse")
      try await tmux.press("Enter")
      try await tmux.wait(for: "The password is wrong.")
      try await tmux.type(StoreFixture.password)
      try await tmux.press("Enter")
    }
    #expect(unlocked.status == 0)
  }

  @Test(
    "If the service can't be asked, it says so and stays; once the service is back, the password unlocks",
    .tags(.sessionsStayAtTheirTerminal), .enabled("only root can own the folders of a service") { geteuid() == 0 })
  func service() async throws {
    var service: ServedStore? = try ServedStore(in: sandbox)
    let shell = try await LoginShell(in: sandbox, environment: ["SIGNIN_STORE": service?.url])
    try await shell.signIn()
    service?.stop()
    service = nil
    let unlocked = try await shell.signin("lock") { tmux in
      try await tmux.wait(for: "This terminal is locked")
      try await tmux.wait(until: "it is said") { $0.has(words: "start the service") }
      let again = try ServedStore(in: sandbox)
      defer { again.stop() }
      try await tmux.type(StoreFixture.password)
      try await tmux.press("Enter")
      try await tmux.wait(until: "it is unlocked") { $0.place(of: "This terminal is locked") == nil }
    }
    #expect(unlocked.status == 0)
  }

  @Test(
    "On a console by agetty it locks what the same login signed in to",
    .enabled("only root opens consoles") { geteuid() == 0 })
  func console() async throws {
    // given a terminal that belongs to no session, and a login program on it
    let tmux = try await Tmux(
      ["sh", "-c", "echo $$ $PPID >$HOME/holder; tty >$HOME/tty; exec sleep 1000"], in: sandbox)
    #expect(await eventually { (try? sandbox.contents(of: "tty").hasSuffix("\n")) == true })
    // agetty takes the terminal from them, so its end does not end them.
    let holders = try sandbox.contents(of: "holder").split(separator: /\s/).compactMap { pid_t($0) }
    defer { for holder in holders { kill(holder, SIGKILL) } }
    let tty = try sandbox.contents(of: "tty").trimmingCharacters(in: .newlines).dropFirst("/dev/".count)
    let login = sandbox.path("login")
    let settings = sandbox.environment.map { "export \($0.key)='\($0.value)'\n" }.joined()
    try """
    #!/bin/sh
    \(settings)'\(Sandbox.signin)' --email \(StoreFixture.email)
    '\(Sandbox.signin)' lock
    echo "unlocked: $?"
    exec sleep 1000
    """.write(toFile: login, atomically: true, encoding: .utf8)
    chmod(login, 0o755)
    // when agetty makes the terminal the login's
    let agetty = try sandbox.start(
      "setsid", ["/sbin/agetty", "--skip-login", "--login-program", login, "--login-options", "", String(tty), "linux"])
    defer { kill(agetty.id, SIGKILL) }
    try await tmux.wait(for: "Sign in")
    try await tmux.submit(StoreFixture.password)
    try await tmux.leaveActivity()
    // then
    try await tmux.wait(for: "This terminal is locked")
    for key in ["C-c", "C-z", "C-\\"] { try await tmux.press(key) }
    try await unlock(tmux)
    try await tmux.wait(for: "unlocked: 0")
  }

  @Test("As tmux's lock-command it shows that it can't lock, until that is read")
  func tmuxWithoutTicket() async throws {
    let shell = try await LoginShell(in: sandbox)
    let (tmux, end) = try await innerTmux(shell)
    defer { end() }
    #expect(try await sandbox.run("tmux", ["-S", sandbox.path("inner"), "lock-server"]).ending == .exited(0))
    let said = try await tmux.wait(for: "Nothing is locked. Press Enter to go on.")
    #expect(said.has(words: "Nobody has signed in at this terminal") && said.place(of: "before") == nil)
    try await tmux.press("Enter")
    try await tmux.wait(for: "before")
  }

  /// A tmux within a shell, whose lock-command is the lock.
  private func innerTmux(_ shell: LoginShell) async throws -> (Tmux, () -> Void) {
    let inner = "tmux -S \(sandbox.path("inner")) -f /dev/null"
    try Sandbox.write(script: "#!/bin/sh\n\(lock)\n", to: sandbox.path("lock"))
    chmod(sandbox.path("lock"), 0o700)
    // The shell's own terminal is within tmux already.
    try await shell.tmux.type(
      "unset TMUX; \(inner) set -g lock-command \(sandbox.path("lock")) \\; new 'cat' >/dev/null")
    try await shell.tmux.press("Enter")
    let tmux = shell.tmux
    try await tmux.wait(until: "the inner tmux draws") { $0.isAlternate }
    let server = try await sandbox.run("tmux", ["-S", sandbox.path("inner"), "display-message", "-p", "#{pid}"])
    let serverID = try #require(pid_t(server.output.trimmingCharacters(in: .newlines)))
    try await tmux.type("before")
    return (tmux, { kill(serverID, SIGTERM) })
  }

  @Test(
    "As tmux's lock-command it locks the terminal, even when its form is killed, and tmux comes back when it is unlocked",
    .tags(.sessionsStayAtTheirTerminal))
  func tmux() async throws {
    let shell = try await shell()
    let (tmux, end) = try await innerTmux(shell)
    defer { end() }
    let locking = try await sandbox.run("tmux", ["-S", sandbox.path("inner"), "lock-server"])
    #expect(locking.ending == .exited(0), "\(locking.errors)")
    let locked = try await tmux.wait(for: "This terminal is locked")
    #expect(locked.place(of: StoreFixture.email) != nil && locked.place(of: "before") == nil)
    for key in ["Escape", "C-c", "C-z", "C-b", "d", "BSpace", "C-\\"] { try await tmux.press(key) }
    try await tmux.type("half a pass")
    try await tmux.wait(for: "•••••••••••")
    kill(try await form(of: pid()), SIGKILL)
    let again = try await tmux.wait(until: "it is locked again") { $0.place(of: "•") == nil }
    #expect(again.place(of: "before") == nil)
    try await tmux.wait(for: "This terminal is locked")
    try await unlock(tmux)
    try await tmux.wait(for: "before")
  }
}
