import Foundation
import Identity
import TestSupport
import Testing

/// The parent sees the signal and the terminal is restored, whatever ends the program and whenever.
@Suite("A signal ends the program, and the terminal is restored", .fewAtOnce)
struct SignalsEndToEndTests {
  private static let slow = email("slow@lovelace.example")

  static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPIPE, SIGALRM, SIGUSR1,
  ]

  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test("During the start, just after taking the terminal", .tags(.terminalIsGivenBack), arguments: signals)
  func starting(number: Int32) throws {
    let pty = try start()
    try pty.wait(for: "raw terminal") { !pty.echoes }
    try expectEnd(of: pty, by: number)
  }

  @Test("During typing", .tags(.terminalIsGivenBack), arguments: signals)
  func typing(number: Int32) throws {
    let pty = try start("--email", StoreFixture.email)
    pty.type("half a pass")
    try pty.waitForOutput(String(repeating: "•", count: 3))
    pty.type("word and more")
    try expectEnd(of: pty, by: number)
  }

  @Test(
    "During hashing, with further keys typed; the attempt stays charged", .tags(.terminalIsGivenBack),
    arguments: signals)
  func verifying(number: Int32) async throws {
    let pty = try await verifyingForm()
    pty.type("typed while waiting\r")
    try expectEnd(of: pty, by: number)
    #expect(!pty.everything.contains("typed"))
    try await fixture.expectCharge(of: Self.slow)
  }

  @Test(
    "During the message of a refusal", .tags(.terminalIsGivenBack),
    arguments: signals.sample(LongRun.rounds(5, promised: .max)))
  func message(number: Int32) throws {
    let pty = try start("--email", StoreFixture.email)
    pty.type("wrong horse\r")
    try pty.waitForOutput("Wrong email or password.")
    pty.type("next")
    try expectEnd(of: pty, by: number)
  }

  @Test("At a terminal that will never accept output: the program still exits", .tags(.terminalIsGivenBack))
  func stuckTerminal() throws {
    // Given a form that can't draw the typed text
    let pty = try start("--email", StoreFixture.email)
    try pty.waitForOutput("Password")
    pty.holdOutput()
    pty.type("half a pass")
    // When it gets SIGTERM
    pty.signal(SIGTERM)
    // Then it exits, with the terminal's settings restored
    #expect(try pty.wait() == .signalled(SIGTERM))
    #expect(pty.settings == pty.found)
  }

  @Test(
    "During the countdown of a block", .tags(.terminalIsGivenBack),
    arguments: signals.sample(LongRun.rounds(3, promised: .max)))
  func countdown(number: Int32) async throws {
    try await fixture.block()
    let pty = try start("--email", StoreFixture.email)
    pty.type(StoreFixture.password + "\r")
    try pty.waitForOutput("Too many attempts.")
    pty.type("typed while waiting")
    try expectEnd(of: pty, by: number)
    #expect(!pty.everything.contains("typed"))
  }

  @Test(
    "During the list of activity", .tags(.terminalIsGivenBack),
    arguments: signals.sample(LongRun.rounds(5, promised: .max)))
  func activity(number: Int32) throws {
    let pty = try start("--email", StoreFixture.email)
    pty.type(StoreFixture.password + "\r")
    try pty.waitForOutput("Activity")
    pty.type("searching")
    try expectEnd(of: pty, by: number)
  }

  @Test(
    "Between the form and the command, which then never runs", .tags(.terminalIsGivenBack), .asAdministrator,
    arguments: signals.sample(LongRun.rounds(5, promised: .max)))
  func beforeExec(number: Int32) throws {
    // given a program held at its last system call before execve(2) by strace, which exits like its program
    let ran = fixture.sandbox.path("ran")
    let delay = ["-e", "trace=close_range", "-e", "inject=close_range:delay_enter=3s"]
    let pty = try Pty(
      Administrator.launcher + ["/usr/bin/strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null"] + delay
        + [Sandbox.signin, "--email", StoreFixture.email, "--", "touch", ran], environment: environment)
    try pty.waitForOutput("Password")
    let program = try #require(try ProcessMemory.children(of: pty.process).first)
    pty.type(StoreFixture.password + "\r")
    try pty.wait(for: "end of the form") { pty.settings == pty.found && ProcessMemory.isAtCloseRange(program) }
    // when
    kill(program, number)
    // then
    #expect(try pty.wait() == .signalled(number))
    #expect(pty.leftovers == [])
    #expect(!FileManager.default.fileExists(atPath: ran))
  }

  @Test(
    "Keys typed while the terminal is being restored, after a time-out or on leaving, are dropped",
    .tags(.terminalIsGivenBack))
  func typedAtTheEnd() throws {
    for (options, keys, status) in [(["--timeout", "15"], "", Int32(124)), ([], "\u{1B}", 1)] {
      let delay = ["-e", "trace=ioctl", "-e", "inject=ioctl:delay_enter=400ms:when=20+"]
      let pty = try Pty(
        ["/usr/bin/strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null"] + delay
          + [Sandbox.signin, "--email", StoreFixture.email] + options, environment: environment)
      try pty.waitForOutput("Password")
      pty.type("hidden")
      try pty.waitForOutput("•")
      pty.type(keys)
      try pty.waitForOutput("\u{1B}[?1049l")
      pty.type("rm -rf /\r")
      #expect(try pty.wait() == .exited(status))
      #expect(pty.leftovers == [])
      #expect(!pty.everything.contains("rm -rf") && !pty.everything.contains("hidden"))
    }
  }

  @Test(
    "Without a screen, during typing and during hashing", .tags(.terminalIsGivenBack),
    arguments: signals.sample(LongRun.rounds(5, promised: .max)))
  func plain(number: Int32) async throws {
    let typing = try start("--plain", "--email", StoreFixture.email)
    try typing.waitForOutput("Password: ")
    typing.type("half a pass")
    try expectEnd(of: typing, by: number)
    #expect(!typing.everything.contains("half"))
    try await fixture.addSlowAccount(Self.slow)
    let verifying = try start("--plain", "--email", Self.slow.text)
    try verifying.waitForOutput("Password: ")
    verifying.type("some horse\r")
    try fixture.waitForCharge(of: Self.slow)
    verifying.type("typed while waiting\r")
    try expectEnd(of: verifying, by: number)
    #expect(!verifying.everything.contains("typed"))
  }

  @Test(
    "During a command's password prompt, with half of the password typed", .tags(.terminalIsGivenBack),
    arguments: signals.sample(LongRun.rounds(5, promised: .max)))
  func prompt(number: Int32) throws {
    let pty = try start("account", "password", StoreFixture.email)
    try pty.waitForOutput("Current password: ")
    pty.type("half a pass")
    try expectEnd(of: pty, by: number)
    #expect(!pty.everything.contains("half"))
  }

  @Test("A terminal closed during typing ends it by SIGHUP, even if that signal is ignored")
  func closed() throws {
    let hungUp = try start("--email", StoreFixture.email)
    hungUp.type("half a pass")
    try hungUp.waitForOutput("•")
    hungUp.hangUp()
    #expect(try hungUp.wait() == .signalled(SIGHUP))

    let deaf = try Pty(
      ["/bin/sh", "-c", "trap '' HUP; exec '\(Sandbox.signin)' --email \(StoreFixture.email)"], environment: environment
    )
    try deaf.waitForOutput("Password")
    deaf.hangUp()
    #expect(try deaf.wait() == .signalled(SIGHUP))
  }

  @Test("A terminal closed during hashing ends it without waiting for the hash")
  func closedWhileVerifying() async throws {
    let pty = try await verifyingForm()
    pty.hangUp()
    #expect(try pty.wait() == .signalled(SIGHUP))
    try await fixture.expectCharge(of: Self.slow)
  }

  @Test("A storm of resizes changes only the size")
  func storm() throws {
    // given
    let pty = try start("--email", StoreFixture.email)
    try pty.waitForOutput("Password")
    // when the size changes again and again while keys are typed
    for step in 0..<300 {
      pty.resize(columns: 20 + step % 90, rows: 5 + step % 40)
      pty.signal(SIGWINCH)
      if step % 100 == 0 { pty.type("•") }
    }
    pty.resize(columns: 80, rows: 24)
    pty.type("\u{0C}")
    // then every key is there, in a form of the last size
    try pty.waitForOutput("╰" + String(repeating: "─", count: 50) + "╯")
    pty.type("456\u{0C}")
    try pty.waitForOutput("••••••")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(1))
    #expect(pty.leftovers == [])
  }

  private var environment: [String: String] {
    fixture.sandbox.environment(with: ["TERM": "xterm-256color"])
  }

  private func start(_ arguments: String...) throws -> Pty {
    try Pty([Sandbox.signin] + arguments, environment: environment)
  }

  private func verifyingForm() async throws -> Pty {
    try await fixture.addSlowAccount(Self.slow)
    let pty = try start("--email", Self.slow.text)
    pty.type("some horse\r")
    try fixture.waitForCharge(of: Self.slow)
    return pty
  }

  private func expectEnd(of pty: Pty, by number: Int32) throws {
    pty.signal(number)
    #expect(try pty.wait() == .signalled(number))
    #expect(pty.leftovers == [])
  }
}
