import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

/// The whole program on a real terminal, with oathtool in place of the owner's app.
@Suite("Two-step sign-in at a real terminal", .fewAtOnce)
struct TwoStepSignInEndToEndTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  @Test("F6 turns it on: picture, secret, code, recovery codes; then a code signs in, and a recovery code does")
  func story() async throws {
    let (secret, codes) = try await turnOn()
    // When the next code is typed in another run of the form, in two groups, then it signs in
    let tmux = try await fixture.formAskingForPassword()
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "╭───╮ ╭───╮")
    let next = try await code(of: secret, stepsAhead: 1)
    try await tmux.type(next.prefix(3) + " " + next.suffix(3))
    try await tmux.wait(for: "✓ signed in")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
    // And it signs in no more. On a slow machine it is too old by then.
    let late = try await fixture.formAskingForPassword()
    try await late.submit(StoreFixture.password)
    try await late.wait(for: "╭───╮ ╭───╮")
    try await late.type(next)
    try await late.wait(until: "the code is not taken") { screen in
      ["This code has already been", "The code is wrong."].contains { screen.place(of: $0) != nil }
    }
    // And a recovery code takes its place, asked for by F7
    let other = try await fixture.formAskingForPassword()
    try await other.submit(StoreFixture.password)
    try await other.wait(for: "F7 recovery code")
    try await other.press("F7")
    try await other.wait(for: "Recovery code")
    try await other.submit(codes[4].lowercased())
    try await other.wait(for: "• code used")
    try await other.press("Escape")
    #expect(try await other.ending() == .exited(0))
  }

  @Test("Nothing is turned on by Esc before the codes are kept, and Enter does not pass them")
  func left() async throws {
    let tmux = try await fixture.formAskingForPassword()
    try await tmux.submit(StoreFixture.password)
    _ = try await setUp(in: tmux)
    try await tmux.press("Enter")
    try await tmux.press("Escape")
    try await tmux.wait(for: "Cancelled. Two-step sign-in is as before.")
    #expect(try await fixture.store.account(of: email(StoreFixture.email))?.secondStep == nil)
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("Line by line, and for a script, the code is the second line")
  func withoutScreen() async throws {
    let (secret, codes) = try await turnOn()
    let tmux = try await Tmux([Sandbox.signin, "--plain"], in: fixture.sandbox)
    for (question, answer) in [
      ("Email: ", StoreFixture.email), ("Password: ", StoreFixture.password),
      ("Code from your device: ", try await code(of: secret, stepsAhead: 1)), ("What to do?", ""),
    ] {
      try await tmux.wait(for: question)
      try await tmux.type(answer + "\n")
    }
    try await tmux.wait(for: "Signed in as")
    #expect(try await tmux.ending() == .exited(0))
    let script = try await fixture.sandbox.run(
      ["--password-stdin", "--code-stdin", "--email", StoreFixture.email, "--print", "email"],
      input: .text("\(StoreFixture.password)\n\(codes[0])\n"))
    #expect(script.output == StoreFixture.email + "\n")
    let gate = try await fixture.sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--require", "second-step", "--", "echo", "ran"],
      input: .text(StoreFixture.password + "\n"))
    #expect(gate.ending == .exited(76))
    #expect(gate.output.isEmpty)
  }

  @Test("The last recovery codes are counted to a script and at a gate, which go on")
  func lastRecoveryCodes() async throws {
    let (_, codes) = try await turnOn()
    let words = "Make new ones with N on the account page."
    for (index, code) in codes.enumerated() {
      let isGate = index == 9
      let finished = try await fixture.sandbox.run(
        ["--password-stdin", "--code-stdin", "--email", StoreFixture.email]
          + (isGate ? ["--", "echo", "ran"] : ["--print", "email"]),
        input: .text("\(StoreFixture.password)\n\(code)\n"))
      #expect(finished.ending == .exited(0))
      #expect(finished.output == (isGate ? "ran\n" : StoreFixture.email + "\n"))
      let left = 9 - index
      switch left {
      case 0: #expect(finished.errors == "signin: That was your last recovery code. \(words)\n")
      case 1: #expect(finished.errors == "signin: You have 1 recovery code left. \(words)\n")
      case 2: #expect(finished.errors == "signin: You have 2 recovery codes left. \(words)\n")
      default: #expect(finished.errors.isEmpty)
      }
    }
  }

  @Test("Without the key of the codes, a script reads what the form says, and its code is no failure")
  func withoutKey() async throws {
    let (_, codes) = try await turnOn()
    try FileManager.default.removeItem(atPath: fixture.sandbox.path("signin.db") + ".key")
    func run(_ code: String) async throws -> ChildProcess.Finished {
      try await fixture.sandbox.run(
        ["--password-stdin", "--code-stdin", "--email", StoreFixture.email, "--print", "email"],
        input: .text("\(StoreFixture.password)\n\(code)\n"))
    }
    for _ in 1...4 {
      let finished = try await run("123456")
      #expect(finished.errors == "signin: Codes can't be checked now. Enter a recovery code.\n")
      #expect(finished.ending == .exited(77))
    }
    #expect(try await fixture.store.throttleState().runs.isEmpty)
    #expect(try await run(codes[0]).output == StoreFixture.email + "\n")
  }

  @Test("A password for one sign-in is changed in the form")
  func oneTimePassword() async throws {
    let reset = try await fixture.sandbox.run(["account", "password", StoreFixture.email, "--reset"])
    let given = reset.output.trimmingCharacters(in: .newlines)
    let tmux = try await fixture.formAskingForPassword()
    try await tmux.submit(given)
    try await tmux.wait(for: "That password worked once.")
    try await tmux.type("battery staple")
    try await tmux.press("Tab")
    try await tmux.submit("battery staple")
    try await tmux.wait(for: "• new password")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
    #expect(try await fixture.token(password: "battery staple").isEmpty == false)
  }

  // MARK: - Helpers

  private func turnOn() async throws -> (secret: String, codes: [String]) {
    let tmux = try await fixture.formAskingForPassword()
    try await tmux.submit(StoreFixture.password)
    let (secret, codes) = try await setUp(in: tmux)
    try await tmux.press("Space")
    try await tmux.wait(for: "[✓] I have saved these codes")
    try await tmux.press("Tab")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Two-step sign-in is on.")
    try await tmux.press("F10")
    #expect(try await tmux.ending() == .exited(1))
    return (secret, codes)
  }

  /// Goes to the recovery codes.
  private func setUp(in tmux: Tmux) async throws -> (secret: String, codes: [String]) {
    try await tmux.wait(for: "F10 sign out")
    try await tmux.press("F6")
    try await tmux.wait(for: "Current password")
    try await tmux.type(StoreFixture.password)
    try await tmux.waitForEnabledButton("Continue")
    try await tmux.press("Enter")
    let offer = try await tmux.wait(for: "╭─╮ ╭─╮").text
    let secret = offer.matches(of: /(?:[A-Z2-7]{4} ?){2,8}$/.anchorsMatchLineEndings()).map { String($0.output) }
      .joined().filter { $0 != " " }
    #expect(secret.count == 32)
    try await tmux.type(code(of: secret, stepsAhead: 0))
    let kept = try await tmux.wait(for: "I have saved these codes").text
    let codes = kept.matches(of: /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/).map { String($0.output) }
    #expect(codes.count == 10)
    return (secret, codes)
  }

  private func code(of secret: String, stepsAhead steps: Int) async throws -> String {
    let moment = "@\(Int(Date().timeIntervalSince1970) + 30 * steps)"
    let run = try await fixture.sandbox.run("oathtool", ["--totp", "--base32", "--now", moment, secret])
    return run.output.trimmingCharacters(in: .newlines)
  }
}
