import Foundation
import Identity
import TestSupport
import Testing

/// The form line by line, at a terminal played by the test, which inspects all output.
@Suite("Plain mode, at a terminal", .fewAtOnce)
struct PlainEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  func start(
    _ arguments: String..., term: String? = "dumb", in sandbox: Sandbox? = nil, environment: [String: String?] = [:]
  ) throws -> Pty {
    let changes = environment.merging(["TERM": term]) { $1 }
    return try Pty(
      [Sandbox.signin] + arguments, environment: (sandbox ?? self.sandbox).environment(with: changes))
  }

  /// Answers the questions of every sign-in.
  func answer(_ pty: Pty, _ password: String = StoreFixture.password) throws {
    try pty.waitForOutput("Email: ")
    pty.type(StoreFixture.email + "\n")
    try pty.waitForOutput("Password: ")
    try pty.wait(for: "hidden input") { !pty.echoes }
    pty.type(password + "\n")
  }

  /// Expects the account of a user who has just signed in, and leaves it.
  func leaveAccount(_ pty: Pty, _ email: String) throws {
    try pty.waitForOutput("Signed in as \(email)\r\n")
    try pty.waitForOutput("What to do? ? lists the answers, Enter leaves: ")
    pty.type("\n")
    try expectEnd(of: pty, .exited(0))
  }

  /// Expects this ending, a restored terminal, and no escape byte in the output.
  func expectEnd(
    of pty: Pty, _ ending: ChildProcess.Ending, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try pty.wait() == ending, sourceLocation: sourceLocation)
    #expect(pty.settings == pty.found, sourceLocation: sourceLocation)
    #expect(!pty.everything.contains("\u{1B}"), sourceLocation: sourceLocation)
    #expect(!pty.everything.contains(StoreFixture.password), sourceLocation: sourceLocation)
  }

  @Test(
    "TERM=dumb, ACCESSIBLE=1 and --plain each ask line by line, and sign in with status 0",
    arguments: [
      ([], "dumb", nil), ([], "xterm-256color", "1"), (["--plain"], "xterm-256color", nil), (["--plain"], nil, nil),
    ] as [([String], String?, String?)])
  func signsIn(options: [String], term: String?, accessible: String?) throws {
    // given a script's sign-in, which asks only for email and password
    let pty = try Pty(
      [Sandbox.signin, "--print", "email"] + options,
      environment: sandbox.environment(with: ["TERM": term, "ACCESSIBLE": accessible]))
    // when
    try answer(pty)
    // then
    try expectEnd(of: pty, .exited(0))
    #expect(
      pty.everything == """
        Sign in. Ctrl-D cancels.\r
        Email: ada@lovelace.example\r
        Password: \r
        Signing in.\r
        ada@lovelace.example\r

        """)
  }

  @Test("After a sign-in the account is said line by line, and asks what to do; a gate and --print go on at once")
  func account() throws {
    // given
    let pty = try start("--email", StoreFixture.email)
    try pty.waitForOutput("Password: ")
    try pty.wait(for: "hidden input") { !pty.echoes }
    // when
    pty.type(StoreFixture.password + "\n")
    // then
    try pty.waitForOutput("Signed in as \(StoreFixture.email)\r\n")
    try pty.waitForOutput("Two-step sign-in: off\r\n")
    try pty.waitForOutput("Password: ")
    try pty.waitForOutput("What to do? ? lists the answers, Enter leaves: ")
    // and the activity is one letter away
    pty.type("l\n")
    try pty.waitForOutput("signed in")
    try pty.waitForOutput("What to do? ? lists the answers, Enter leaves: ")
    pty.type("o\n")
    try pty.waitForOutput("Signed out")
    try expectEnd(of: pty, .exited(1))
  }

  @Test(
    "Where the session of the terminal has ended, the form asks again; without any account it creates one",
    arguments: [
      ("session revoke --all", "Sign in. Ctrl-D cancels.\r\nEmail: "),
      ("account remove \(StoreFixture.email) --yes", "Create account. Ctrl-D cancels.\r\nEmail: "),
    ])
  func sessionEnded(command: String, words: String) throws {
    let signin = Sandbox.signin
    let pty = try Pty(
      ["/bin/sh", "-c", "'\(signin)' --plain; '\(signin)' \(command); echo next; exec '\(signin)' --plain"],
      environment: sandbox.environment(with: ["TERM": "dumb"]))
    try answer(pty)
    try pty.waitForOutput("Enter leaves: ")
    pty.type("\n")
    try pty.waitForOutput("next\r\n")
    try pty.waitForOutput(words)
    pty.type("\u{4}")
    try expectEnd(of: pty, .exited(1))
  }

  @Test("Whoever signs in as somebody else, and signs out, leaves no session of either")
  func replacedSession() async throws {
    let (grace, signin) = ("grace@hopper.example", Sandbox.signin)
    let added = try await sandbox.run(
      ["account", "add", grace, "--password-stdin"], input: .text("battery staple\n"))
    #expect(added.ending == .exited(0))
    let pty = try Pty(
      ["/bin/sh", "-c", "'\(signin)' --plain; exec '\(signin)' --plain --email \(grace)"],
      environment: sandbox.environment(with: ["TERM": "dumb"]))
    try answer(pty)
    try pty.waitForOutput("Enter leaves: ")
    pty.type("\n")
    try pty.waitForOutput("Password: ")
    try pty.wait(for: "hidden input") { !pty.echoes }
    pty.type("battery staple\n")
    try pty.waitForOutput("Enter leaves: ")
    pty.type("o\n")
    try expectEnd(of: pty, .exited(1))
    #expect(try await fixture.sessions() == [])
  }

  @Test("Keys that are typed while a password is checked are dropped, and the bell rings at the next question")
  func bell() throws {
    // given a refused password
    let pty = try start("--email", StoreFixture.email, "--print", "email")
    try pty.waitForOutput("Password: ")
    try pty.wait(for: "hidden input") { !pty.echoes }
    pty.type("wrong horse\n")
    try pty.waitForOutput("Signing in.")
    // when an unfinished line is typed meanwhile
    pty.type("corr")
    // then
    try pty.waitForOutput("\u{7}Password: ")
    #expect(pty.everything.count { $0 == "\u{7}" } == 1)
    try pty.wait(for: "hidden input") { !pty.echoes }
    pty.type(StoreFixture.password + "\n")
    try pty.waitForOutput(StoreFixture.email)
    try expectEnd(of: pty, .exited(0))
  }

  @Test("Backspace deletes with the byte that the terminal's settings don't name, too", arguments: ["\u{8}", "\u{7F}"])
  func backspace(byte: String) throws {
    // given a terminal that is set to the other byte
    let other = byte == "\u{8}" ? "^?" : "^H"
    let pty = try Pty(
      ["/bin/sh", "-c", "stty erase '\(other)'; exec '\(Sandbox.signin)' --plain --print email"],
      environment: sandbox.environment(with: ["TERM": "xterm"]))
    // when a character too many is deleted in both answers
    try pty.waitForOutput("Email: ")
    pty.type(StoreFixture.email + "é\(byte)\n")
    try pty.waitForOutput("Password: ")
    try pty.wait(for: "hidden input") { !pty.echoes }
    pty.type(StoreFixture.password + "x\(byte)\n")
    // then
    try pty.waitForOutput("Signing in.\r\n\(StoreFixture.email)\r\n")
    #expect(try pty.wait() == .exited(0))
  }

  @Test("An Enter key that sends CR LF is one line end")
  func crLf() throws {
    let pty = try start("--print", "email")
    for (question, answer) in [("Email: ", StoreFixture.email), ("Password: ", StoreFixture.password)] {
      try pty.waitForOutput(question)
      pty.type(answer + "\r\n")
    }
    try pty.waitForOutput("Signing in.")
    try expectEnd(of: pty, .exited(0))
    #expect(!pty.everything.contains(StoreFixture.password))
    #expect(pty.everything.ranges(of: "Email").count == 1)
  }

  @Test("Enter at the password asks for it again, hidden, before another one goes back")
  func emptyPassword() throws {
    let pty = try start("--print", "email")
    try answer(pty, "")
    try pty.waitForOutput("Press Enter once more to go back.\r\nPassword: ")
    try pty.wait(for: "hidden input") { !pty.echoes }
    pty.type(StoreFixture.password + "\n")
    try expectEnd(of: pty, .exited(0))
    #expect(!pty.everything.contains(StoreFixture.password))
  }

  @Test("Lines typed ahead answer the questions in order")
  func typedAhead() throws {
    let pty = try Pty(
      [Sandbox.signin, "--print", "email"], environment: sandbox.environment(with: ["TERM": "dumb"]),
      typedAhead: StoreFixture.email + "\n" + StoreFixture.password + "\n")
    try pty.waitForOutput("Signing in.\r\n" + StoreFixture.email)
    #expect(try pty.wait() == .exited(0))
  }

  @Test("Ctrl-D that is typed ahead of the password cancels")
  func endOfInputTypedAhead() throws {
    let pty = try start("--print", "email")
    try pty.waitForOutput("Email: ")
    pty.type(StoreFixture.email + "\n\u{4}")
    try expectEnd(of: pty, .exited(1))
  }

  @Test("Standard output gets only the result: the questions go to the terminal")
  func standardOutput() throws {
    let pty = try Pty(
      ["/bin/sh", "-c", "'\(Sandbox.signin)' --plain --print email >'\(sandbox.path("out"))' 2>&1"],
      environment: sandbox.environment(with: ["TERM": "dumb"]))
    try answer(pty)
    try expectEnd(of: pty, .exited(0))
    #expect(try sandbox.contents(of: "out") == StoreFixture.email + "\n")
  }

  @Test("With --remember the email is shown the next time")
  func remembers() throws {
    let first = try start("--remember")
    try first.waitForOutput("Email: ")
    first.type(StoreFixture.email + "\n")
    try first.waitForOutput("Password: ")
    first.type(StoreFixture.password + "\n")
    try leaveAccount(first, StoreFixture.email)
    let second = try start()
    try second.waitForOutput("Email: \(StoreFixture.email)\r\n")
    try second.waitForOutput("Password: ")
    second.type("\u{04}")
    try expectEnd(of: second, .exited(1))
  }

  @Test("With sign-up on it offers to create an account")
  func offersSignUp() throws {
    try fixture.write(settings: "sign-up = \"on\"\n")
    let pty = try start()
    try pty.waitForOutput("To create an account, enter + instead of an email.")
    try pty.waitForOutput("Email: ")
    pty.type("\u{04}")
    try expectEnd(of: pty, .exited(1))
  }

  @Test("The command runs after the questions, with the terminal restored")
  func gate() throws {
    let pty = try start("--", "/bin/sh", "-c", "stty -a; echo \"for $SIGNIN_EMAIL\"")
    try answer(pty)
    try pty.waitForOutput(" echo ")
    try pty.waitForOutput("for \(StoreFixture.email)")
    try expectEnd(of: pty, .exited(0))
  }

  @Test("Without accounts, plain signin creates the first one; a gate exits with 78")
  func firstAccount() async throws {
    let empty = try Sandbox()
    let pty = try start(in: empty)
    try pty.waitForOutput("Create account. Ctrl-D cancels.")
    try pty.waitForOutput("Email: ")
    pty.type("grace@hopper.example\n")
    try pty.waitForOutput("Password: ")
    pty.type("password\n")
    try pty.waitForOutput("That password is too common.")
    try pty.waitForOutput("Password: ")
    pty.type("correct horse\n")
    try pty.waitForOutput("Password again: ")
    pty.type("correct horse\n")
    try leaveAccount(pty, "grace@hopper.example")
    let gate = try start("--", "/bin/true", in: try Sandbox())
    try expectEnd(of: gate, .exited(78))
  }

  @Test("Invalid input is reported and asked for again; too many refusals exit with 77")
  func refused() throws {
    let pty = try start("--attempts", "1", "--print", "email")
    try pty.waitForOutput("Email: ")
    pty.type("ada\n")
    try pty.waitForOutput("Entered email is not valid. It has no @.\r\nEmail: ")
    pty.type(StoreFixture.email + "\n")
    try pty.waitForOutput("Password: ")
    pty.type("short\n")
    try pty.waitForOutput("Password has to be from 6 to 20 characters long.\r\nPassword: ")
    pty.type("wrong password\n")
    try pty.waitForOutput("Wrong email or password. No attempts left.")
    try expectEnd(of: pty, .exited(77))
    #expect(!pty.everything.contains("wrong password\r"))
  }

  @Test("A blocked user sees the waiting time once, and gets no password prompt during it")
  func throttled() async throws {
    try await fixture.block()
    let pty = try start("--print", "email")
    try answer(pty)
    try pty.waitForOutput("Too many attempts. Try again in ")
    pty.type("\u{04}")
    try expectEnd(of: pty, .exited(1))
    #expect(pty.everything.split(separator: "Too many attempts.").count == 2)
    #expect(pty.everything.split(separator: "Password: ").count == 2)
  }

  @Test("Enter during the waiting time says it once more, and asks: an administrator may have ended it")
  func asksDuringWait() async throws {
    try await fixture.block()
    let pty = try start("--print", "email")
    try answer(pty)
    try pty.waitForOutput("Too many attempts. Try again in ")
    pty.type("\n")
    try pty.waitForOutput("Too many attempts. Try again in ")
    try pty.waitForOutput("Password: ")
    pty.type("\u{04}")
    try expectEnd(of: pty, .exited(1))
  }

  @Test("Ctrl-D cancels with 1, at every question")
  func endOfInput() throws {
    let atEmail = try start()
    try atEmail.waitForOutput("Email: ")
    atEmail.type("\u{04}")
    try expectEnd(of: atEmail, .exited(1))
    let atPassword = try start("--email", StoreFixture.email)
    try atPassword.waitForOutput("Password: ")
    atPassword.type("\u{04}")
    try expectEnd(of: atPassword, .exited(1))
  }

  @Test("Ctrl-C in the middle of a password ends it by SIGINT")
  func interrupt() throws {
    let pty = try start("--email", StoreFixture.email)
    try pty.waitForOutput("Password: ")
    pty.type("half a pass\u{03}")
    try expectEnd(of: pty, .signalled(SIGINT))
    #expect(pty.unread == 0)
  }

  @Test("Signals and a closed terminal end it like the screen", arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
  func signals(number: Int32) throws {
    let pty = try start("--email", StoreFixture.email)
    try pty.waitForOutput("Password: ")
    pty.signal(number)
    try expectEnd(of: pty, .signalled(number))
    let closed = try start("--email", StoreFixture.email)
    try closed.waitForOutput("Password: ")
    closed.hangUp()
    #expect(try closed.wait() == .signalled(SIGHUP))
  }

  @Test("The idle limit is announced, and exits with 124")
  func idle() throws {
    let pty = try start("--timeout", "2", "--print", "email")
    try pty.waitForOutput("Closing in 2 s. Press Enter to stay.\r\nEmail: ")
    try expectEnd(of: pty, .exited(124))
  }

  @Test("Keys typed while the password is verified are not shown or used, and Ctrl-D then cancels")
  func verifying() async throws {
    let slow = email("slow@lovelace.example")
    try await fixture.addSlowAccount(slow)
    let pty = try start("--email", slow.text, "--print", "email")
    try pty.waitForOutput("Password: ")
    pty.type("whatever it is\n")
    try pty.waitForOutput("Signing in.\r\n")
    pty.type("typed meanwhile\n\u{04}")
    try expectEnd(of: pty, .exited(1))
    #expect(!pty.everything.contains("typed"))
  }

  @Test("Special keys are never echoed as escape sequences")
  func arrows() throws {
    let pty = try start("--print", "email")
    try pty.waitForOutput("Email: ")
    pty.type("\u{1B}[A\u{1B}[D\u{9B}31m\n")
    try pty.waitForOutput("Entered email is not valid.")
    try pty.waitForOutput("Email: ")
    pty.type("\u{04}")
    try expectEnd(of: pty, .exited(1))
  }

  @Test("Backspace deletes a whole character, even one of several bytes")
  func backspace() throws {
    let pty = try start("--print", "email")
    try pty.waitForOutput("Email: ")
    pty.type("é\u{7F}" + StoreFixture.email + "\n")
    try pty.waitForOutput("Password: ")
    pty.type("correct 馬\u{7F}horse\n")
    try pty.waitForOutput(StoreFixture.email + "\r\n")
    try expectEnd(of: pty, .exited(0))
  }
}
