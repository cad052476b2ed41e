import Foundation
import Identity
import TestSupport
import Testing

@Suite("Keys typed while the form ends do no harm", .fewAtOnce)
struct TypedOnTests {
  @Test(
    "Keys typed ahead are not echoed or left for the shell, and a Ctrl-C among them drops no output",
    .tags(.terminalIsGivenBack))
  func typedAhead() async throws {
    let fixture = try await StoreFixture()
    let pty = try form(fixture)
    // Given a terminal that lags behind the output
    pty.isLagging = true
    while pty.untaken < 4095 {
      let before = pty.untaken
      pty.type("\u{0C}")
      try pty.wait(for: "drawing") { pty.untaken > before }
    }
    // And more keys typed ahead than the form reads at once, and than its queue holds: the rest waits in the driver
    try pty.freeze()
    pty.type(String(repeating: "x", count: 9500) + "\u{03}typed-ahead\n")
    // When the form gets SIGTERM
    pty.signal(SIGTERM)
    pty.signal(SIGCONT)
    try pty.wait(for: "end") { pty.hasEnded }
    pty.isLagging = false
    // Then the terminal got all of its output
    #expect(try pty.wait() == .signalled(SIGTERM))
    #expect(pty.leftovers == [])
    #expect(!pty.everything.contains("typed-ahead"))
  }

  @Test("An ESC after the Esc that cancels a sign-in, and then the form, is nobody's any more")
  func trailingEscape() async throws {
    // Given a password that is being verified, which takes longer than an ESC waits for more
    let (fixture, slow) = (try await StoreFixture(), email("slow@example.com"))
    try await fixture.addSlowAccount(slow)
    let pty = try form(fixture, as: slow.text)
    pty.type(StoreFixture.password + "\r")
    try fixture.waitForCharge(of: slow)
    // When Esc cancels it and the form, each pressed twice to be quick, and one more ESC begins a key
    pty.type(String(repeating: "\u{1B}", count: 5))
    // Then the form ends as after Esc
    #expect(try pty.wait() == .exited(1))
    #expect(pty.leftovers.filter { !$0.hasSuffix("typed bytes") } == [])
  }

  @Test(
    "Random keys, with Ctrl-C and Ctrl-\\ among them, never keep the terminal from being restored",
    .tags(.terminalIsGivenBack))
  func anything() async throws {
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    var random = SeededGenerator(seed: LongRun.isLong ? .random(in: .min ... .max) : 1)
    for round in 0..<LongRun.rounds(3, promised: 650) {
      let pty = try form(fixture, "--attempts", "1000")
      while !pty.hasEnded {
        try pty.wait(for: "somebody who reads") { pty.hasEnded || pty.unread < 256 }
        pty.type(bytes: (0..<256).map { _ in random.key(sparing: RandomKeysTests.heldBack) })
      }
      let ending = try pty.wait()
      let endings: [ChildProcess.Ending] = [.exited(1), .exited(77), .signalled(SIGINT), .signalled(SIGQUIT)]
      #expect(endings.contains(ending))
      // Keys after the end belong to the shell
      let leftovers = pty.leftovers.filter { !$0.hasSuffix("typed bytes") }
      #expect(leftovers == [], "\(round): \(ending)")
    }
  }

  @Test(
    "A program that keeps them is detected: its output that restores the terminal is lost", .tags(.terminalIsGivenBack))
  func control() throws {
    // Given a program that takes a lagging terminal, and restores it
    let script = """
      found=$(stty -g); stty raw -echo; printf '\\033[?2004h'; head -c 6000 /dev/zero | tr '\\0' x; printf '\\033[?2004l'
      stty "$found"; echo back >&3; exec sleep 60
      """
    let pty = try Pty(["/bin/sh", "-c", script])
    pty.isLagging = true
    try pty.waitForReport("back")
    // When the user interrupts the program
    pty.type("\u{03}")
    try pty.wait(for: "end") { pty.hasEnded }
    pty.isLagging = false
    // Then bracketed paste stays on
    #expect(try pty.wait() == .signalled(SIGINT))
    #expect(pty.leftovers == ["bracketed paste"])
  }

  private func form(
    _ fixture: StoreFixture, as email: String = StoreFixture.email, _ options: String...
  ) throws -> Pty {
    let pty = try Pty(
      [Sandbox.signin, "--email", email] + options,
      environment: fixture.sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    return pty
  }
}
