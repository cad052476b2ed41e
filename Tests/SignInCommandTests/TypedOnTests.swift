import Foundation
import TestSupport
import Testing

@Suite("Whoever types on while the form ends harms nothing", .fewAtOnce)
struct TypedOnTests {
  @Test("What was typed ahead is neither echoed nor left for the shell, and a Ctrl-C in it drops nothing")
  func typedAhead() async throws {
    let household = try await Household()
    let pty = try form(household)
    // Given a terminal that has not taken what it was sent
    pty.isLagging = true
    while pty.untaken < 4095 {
      let before = pty.untaken
      pty.type("\u{0C}")
      try pty.wait(for: "drawing") { pty.untaken > before }
    }
    // And more typed ahead than the form reads at once, and than can lie ready for it: the rest waits with the driver
    try pty.freeze()
    pty.type(String(repeating: "x", count: 9500) + "\u{03}typed-ahead\n")
    // When it is to end
    pty.signal(SIGTERM)
    pty.signal(SIGCONT)
    try pty.wait(for: "end") { pty.hasEnded }
    pty.isLagging = false
    // Then the terminal got all of it back
    #expect(try pty.wait() == .signalled(SIGTERM))
    #expect(pty.leftovers == [])
    #expect(!pty.everything.contains("typed-ahead"))
  }

  @Test("Random keys with Ctrl-C and Ctrl-\\ among them never keep the terminal from being given back")
  func anything() async throws {
    let household = try await Household(settings: Household.quick)
    var random = SeededGenerator(seed: LongRun.isLong ? .random(in: .min ... .max) : 1)
    for round in 0..<LongRun.rounds(3, promised: 650) {
      let pty = try form(household, "--attempts", "1000")
      while !pty.hasEnded {
        try pty.wait(for: "somebody who reads") { pty.hasEnded || pty.unread < 256 }
        pty.type(bytes: (0..<256).map { _ in random.key(sparing: RandomKeysTests.heldBack) })
      }
      let ending = try pty.wait()
      let endings: [ChildProcess.Ending] = [.exited(1), .exited(77), .signalled(SIGINT), .signalled(SIGQUIT)]
      #expect(endings.contains(ending))
      // What came after the end is the shell's
      let leftovers = pty.leftovers.filter { !$0.hasSuffix("typed bytes") }
      #expect(leftovers == [], "\(round): \(ending)")
    }
  }

  @Test("A program that does not drop them is found out: what gave the terminal back is lost")
  func control() throws {
    // Given one that takes a terminal that lags, and hands it back
    let script = """
      found=$(stty -g); stty raw -echo; printf '\\033[?2004h'; head -c 6000 /dev/zero | tr '\\0' x; printf '\\033[?2004l'
      stty "$found"; echo back >&3; exec sleep 60
      """
    let pty = try Pty(["/bin/sh", "-c", script])
    pty.isLagging = true
    try pty.waitForReport("back")
    // When somebody interrupts it
    pty.type("\u{03}")
    try pty.wait(for: "end") { pty.hasEnded }
    pty.isLagging = false
    // Then it is in bracketed paste for good
    #expect(try pty.wait() == .signalled(SIGINT))
    #expect(pty.leftovers == ["bracketed paste"])
  }

  private func form(_ household: Household, _ options: String...) throws -> Pty {
    let pty = try Pty(
      [Sandbox.signin, "--email", Household.email] + options,
      environment: household.sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    return pty
  }
}
