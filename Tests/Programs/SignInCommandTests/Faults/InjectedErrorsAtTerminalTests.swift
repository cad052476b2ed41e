import Foundation
import Identity
import TestSupport
import Testing

@Suite("A failure at the terminal causes no wrong action, and the terminal is restored", .fewAtOnce)
struct InjectedErrorsAtTerminalTests {
  private static let bob = InjectedErrorsInCommandsTests.bob
  private static let newPassword = InjectedErrorsInCommandsTests.newPassword

  static let errands = [
    // Search, clear, page, leave
    Errand(
      arguments: ["--email", StoreFixture.email, "--attempts", "1"],
      answers: [
        ("Password", StoreFixture.password + "\r"), ("Activity", "nowhere"), ("Nothing found.", "\u{15}"),
        ("pending", "\u{1B}[6~\u{1B}"),
      ], wayOut: "\u{1B}",
      isDone: { fixture, _ in try await fixture.lastOutcome() == .signedIn }),
    Errand(
      arguments: ["--plain", "--email", StoreFixture.email, "--attempts", "1"],
      answers: [("Password: ", StoreFixture.password + "\n"), ("What to do?", "\n")],
      isDone: { fixture, _ in try await fixture.lastOutcome() == .signedIn }),
    Errand(
      arguments: ["--plain", "--email", StoreFixture.email, "--attempts", "1"],
      answers: [("Password: ", "wrong horse\n")], status: 77,
      isDone: { fixture, output in
        try await fixture.lastOutcome() == .signedIn || output.contains("Signed in")
      }),
    Errand(
      arguments: ["account", "add", bob],
      answers: [("Password: ", newPassword + "\n"), ("Password again: ", newPassword + "\n")],
      isDone: { fixture, _ in try await fixture.isPassword(newPassword, of: bob) }),
    Errand(
      arguments: ["account", "password", StoreFixture.email],
      answers: [
        ("Current password: ", StoreFixture.password + "\n"), ("New password: ", newPassword + "\n"),
        ("New password again: ", newPassword + "\n"),
      ],
      isDone: { fixture, _ in try await fixture.isPassword(newPassword, of: StoreFixture.email) }),
  ]

  let fixture: RestorableFixture

  init() async throws {
    fixture = try await RestorableFixture.livedIn()
  }

  @Test("Each system call fails in turn, with each error", .tags(.failuresLetNobodyIn), arguments: errands)
  func atTerminal(errand: Errand) async throws {
    for error in try await errors(of: errand) {
      let complaints = try await complaints(of: errand, error.start, after: error)
      #expect(complaints == [], "\(error)")
    }
  }

  @Test("A program that leaves the terminal raw is detected", .tags(.failuresLetNobodyIn))
  func control() async throws {
    let errand = try #require(Self.errands.last)
    try fixture.begin()
    let outcome = try play(errand, "/bin/sh", ["-c", "stty -echo; echo signin: no; exit 69"])
    #expect(try await errand.complaints(of: outcome, in: fixture) == ["left behind: settings"])
  }

  private func errors(of errand: Errand) async throws -> [InjectedError] {
    let complaints = try await complaints(of: errand, fixture.recorded, patience: 20_000)
    try #require(complaints == [])
    return try fixture.recordedErrors(
      of: errand, ["ioctl", "poll", "read", "write", "mlock"], atMost: LongRun.rounds(2, promised: .max))
  }

  /// - Parameter patience: The longest wait for each prompt, in ms. An error may keep the prompt from coming.
  private func complaints(
    of errand: Errand, _ start: [String], after error: InjectedError? = nil, patience: Int = 1000
  ) async throws -> [String] {
    try fixture.begin()
    do {
      let outcome = try play(errand, start[0], start.dropFirst() + errand.arguments, patience)
      return try await errand.complaints(of: outcome, after: error, in: fixture)
    } catch let timeout as Pty.Timeout {
      return [timeout.description]
    }
  }

  private func play(
    _ errand: Errand, _ program: String, _ arguments: [String], _ patience: Int = 1000
  ) throws -> Errand.Outcome {
    let pty = try Pty(
      [program] + arguments, environment: fixture.sandbox.environment(with: ["TERM": "xterm-256color"]))
    for (prompt, keys) in errand.answers {
      guard pty.isShown(prompt, within: patience) else { break }
      pty.type(keys)
    }
    let ending = try pty.wait(pressing: errand.wayOut)
    var leftovers = pty.leftovers
    // Keys typed after the program's end belong to the shell
    if ending != .exited(0) { leftovers.removeAll { $0.hasSuffix("typed bytes") } }
    // Esc needs no explanation. The loader prints messages of its own
    let hasSentence = [.exited(1), .exited(127)].contains(ending) || pty.everything.contains("signin: ")
    return Errand.Outcome(ending: ending, output: pty.everything, hasSentence: hasSentence, leftovers: leftovers)
  }
}
