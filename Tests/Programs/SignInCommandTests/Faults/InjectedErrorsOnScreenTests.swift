import Identity
import TestSupport
import Testing

@Suite("A failure behind the form signs nobody in, and the terminal is restored", .fewAtOnce)
struct InjectedErrorsOnScreenTests {
  let fixture: RestorableFixture

  init() async throws {
    fixture = try await RestorableFixture()
  }

  /// One attempt at the form: the password, and then Esc until the program exits. Without an error nobody presses Esc,
  /// because it would cancel a slow attempt.
  private func tries(_ password: String, _ start: [String], after error: InjectedError? = nil) async throws -> (
    ending: ChildProcess.Ending, leftovers: [String]
  ) {
    try fixture.begin()
    let pty = try Pty(
      start + ["--email", StoreFixture.email, "--attempts", "1", "--"] + fixture.command,
      environment: fixture.sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.wait(for: "raw terminal") { pty.hasEnded || !pty.echoes }
    if !pty.hasEnded { pty.type(password + "\r") }
    let ending = error == nil ? try pty.wait() : try pty.wait(pressing: "\u{1B}")
    var leftovers = pty.leftovers
    // Missing memory ends the program before it draws anything. Keys typed after that belong to the shell.
    if case .signalled = ending { leftovers.removeAll { $0.hasSuffix("typed bytes") } }
    return (ending, leftovers)
  }

  private func tries(_ password: String, _ error: InjectedError) async throws -> (
    ending: ChildProcess.Ending, leftovers: [String]
  ) {
    try await tries(password, error.start, after: error)
  }

  private func errors(_ number: String) async throws -> [InjectedError] {
    let (ending, leftovers) = try await tries(StoreFixture.password, fixture.recorded)
    try #require(ending == .exited(0) && leftovers == [] && fixture.isLetIn, "\(ending)")
    return try fixture.recordedErrors(number, .signingIn).sample(LongRun.rounds(4, promised: .max))
  }

  @Test(
    "A wrong password is never accepted, whichever system call fails", .tags(.failuresLetNobodyIn),
    arguments: InjectedError.numbers)
  func wrong(number: String) async throws {
    for error in try await errors(number) {
      let (ending, leftovers) = try await tries("wrong horse", error)
      #expect(!fixture.isLetIn, "\(error)")
      #expect(ending != .exited(0), "\(error)")
      #expect(leftovers == [], "\(error): \(ending)")
    }
  }

  @Test(
    "The right password signs in with a record, or is refused, whichever system call fails",
    .tags(.failuresLetNobodyIn),
    arguments: InjectedError.numbers)
  func right(number: String) async throws {
    for error in try await errors(number) {
      let (ending, leftovers) = try await tries(StoreFixture.password, error)
      #expect(fixture.isLetIn == (ending == .exited(0)), "\(error): \(ending)")
      if fixture.isLetIn { #expect(try await fixture.lastOutcome() == .signedIn, "\(error)") }
      #expect(leftovers == [], "\(error): \(ending)")
    }
  }
}
