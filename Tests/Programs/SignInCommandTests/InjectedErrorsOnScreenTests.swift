import Identity
import TestSupport
import Testing

@Suite("A failure behind the form signs nobody in, and the terminal is restored", .fewAtOnce)
struct InjectedErrorsOnScreenTests {
  let household: FreshHousehold

  init() async throws {
    household = try await FreshHousehold()
  }

  /// One attempt at the form: the password, and then Esc until the program exits. Without an error nobody presses Esc,
  /// because it would cancel a slow attempt.
  private func tries(_ password: String, _ start: [String], after error: InjectedError? = nil) async throws -> (
    ending: ChildProcess.Ending, leftovers: [String]
  ) {
    try household.begin()
    let pty = try Pty(
      start + ["--email", Household.email, "--attempts", "1", "--"] + household.command,
      environment: household.sandbox.environment(with: ["TERM": "xterm-256color"]))
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
    let (ending, leftovers) = try await tries(Household.password, household.recorded)
    try #require(ending == .exited(0) && leftovers == [] && household.isLetIn, "\(ending)")
    return try household.recordedErrors(number, .signingIn).sample(LongRun.rounds(4, promised: .max))
  }

  @Test(
    "A wrong password is never accepted, whichever system call fails", .tags(.failuresLetNobodyIn),
    arguments: InjectedError.numbers)
  func wrong(number: String) async throws {
    for error in try await errors(number) {
      let (ending, leftovers) = try await tries("wrong horse", error)
      #expect(!household.isLetIn, "\(error)")
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
      let (ending, leftovers) = try await tries(Household.password, error)
      #expect(household.isLetIn == (ending == .exited(0)), "\(error): \(ending)")
      if household.isLetIn { #expect(try await household.lastOutcome() == .signedIn, "\(error)") }
      #expect(leftovers == [], "\(error): \(ending)")
    }
  }
}
