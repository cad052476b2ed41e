import Foundation
import Identity
import TestSupport
import Testing

/// Whatever ends the program, whenever it comes: the parent sees which signal it was, and the terminal is as it was found.
@Suite("A signal ends the program, and the terminal is as it was", .fewAtOnce)
struct SignalsEndToEndTests {
  private static let slow = email("slow@lovelace.example")

  static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPIPE, SIGALRM, SIGUSR1,
  ]

  let household: Household

  init() async throws {
    household = try await Household()
  }

  @Test("While it starts, the terminal just taken", arguments: signals)
  func starting(number: Int32) throws {
    let pty = try start()
    try pty.wait(for: "raw terminal") { !pty.echoes }
    try expectEnd(of: pty, by: number)
  }

  @Test("While somebody types", arguments: signals)
  func typing(number: Int32) throws {
    let pty = try start("--email", Household.email)
    pty.type("half a pass")
    try pty.waitForOutput(String(repeating: "•", count: 3))
    pty.type("word and more")
    try expectEnd(of: pty, by: number)
  }

  @Test("While the password is hashed, with keys typed meanwhile; the try stays charged", arguments: signals)
  func verifying(number: Int32) async throws {
    let pty = try await verifyingForm()
    pty.type("typed while waiting\r")
    try expectEnd(of: pty, by: number)
    #expect(try await household.outcomes(of: Self.slow) == [.pending])
  }

  @Test("The terminal closed while somebody types ends it by SIGHUP, even where that signal is ignored")
  func closed() throws {
    let hungUp = try start("--email", Household.email)
    hungUp.type("half a pass")
    try hungUp.waitForOutput("•")
    hungUp.hangUp()
    #expect(try hungUp.wait() == .signalled(SIGHUP))

    let deaf = try Pty(
      ["/bin/sh", "-c", "trap '' HUP; exec '\(Sandbox.signin)' --email \(Household.email)"], environment: environment)
    try deaf.waitForOutput("Password")
    deaf.hangUp()
    #expect(try deaf.wait() == .signalled(SIGHUP))
  }

  @Test("The terminal closed while the password is hashed does not wait for that")
  func closedWhileVerifying() async throws {
    let pty = try await verifyingForm()
    pty.hangUp()
    #expect(try pty.wait() == .signalled(SIGHUP))
    #expect(try await household.outcomes(of: Self.slow) == [.pending])
  }

  @Test("A storm of new sizes changes nothing but the size")
  func storm() throws {
    // given
    let pty = try start("--email", Household.email)
    try pty.waitForOutput("Password")
    // when the size changes again and again, and keys are typed meanwhile
    for step in 0..<300 {
      pty.resize(columns: 20 + step % 90, rows: 5 + step % 40)
      pty.signal(SIGWINCH)
      if step % 100 == 0 { pty.type("•") }
    }
    pty.resize(columns: 80, rows: 24)
    pty.type("\u{0C}")
    // then every key is there, in a form of the last size
    try pty.waitForOutput("╰" + String(repeating: "─", count: 58) + "╯")
    pty.type("456")
    try pty.waitForOutput("✓")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(1))
    #expect(pty.leftovers == [])
  }

  private var environment: [String: String] {
    household.sandbox.environment(with: ["TERM": "xterm-256color"])
  }

  private func start(_ arguments: String...) throws -> Pty {
    try Pty([Sandbox.signin] + arguments, environment: environment)
  }

  private func verifyingForm() async throws -> Pty {
    try await household.addSlowAccount(Self.slow)
    let pty = try start("--email", Self.slow.text)
    pty.type("some horse\r")
    try await household.waitForCharge(of: Self.slow)
    return pty
  }

  private func expectEnd(of pty: Pty, by number: Int32) throws {
    pty.signal(number)
    #expect(try pty.wait() == .signalled(number))
    #expect(pty.leftovers == [])
  }
}
