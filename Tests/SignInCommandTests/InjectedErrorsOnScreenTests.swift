import Identity
import TestSupport
import Testing

@Suite("A failure behind the form signs nobody in, and the terminal is restored", .fewAtOnce)
struct InjectedErrorsOnScreenTests {
  let household: FreshHousehold

  init() async throws {
    household = try await FreshHousehold()
  }

  /// One attempt at the form, under strace: the password, and then Esc until the program exits.
  private func tries(_ password: String, _ options: [String]) throws -> (
    ending: ChildProcess.Ending, leftovers: [String]
  ) {
    try household.begin()
    let form = [Sandbox.signin, "--email", Household.email, "--attempts", "1", "--"]
    let pty = try Pty(
      ["/usr/bin/strace"] + options + form + household.command,
      environment: household.sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.wait(for: "raw terminal") { pty.hasEnded || !pty.echoes }
    if !pty.hasEnded { pty.type(password + "\r") }
    let ending = try pty.wait(pressing: "\u{1B}")
    var leftovers = pty.leftovers
    // Missing memory ends the program before it draws anything. Keys typed after that belong to the shell.
    if case .signalled = ending { leftovers.removeAll { $0.hasSuffix("typed bytes") } }
    return (ending, leftovers)
  }

  private func errors(_ number: String) throws -> [InjectedError] {
    let trace = household.sandbox.path("trace")
    let (ending, leftovers) = try tries(Household.password, ["-f", "-o", trace])
    try #require(ending == .exited(0) && leftovers == [] && household.isLetIn, "\(ending)")
    let errors = InjectedError.all(of: try household.sandbox.contents(of: "trace"), number)
    try #require(errors.missing(.signingIn.union(["ioctl", "poll", "read", "write"])) == [])
    return errors.sample(LongRun.rounds(4, promised: .max))
  }

  @Test("A wrong password is never accepted, whichever system call fails", arguments: InjectedError.numbers)
  func wrong(number: String) throws {
    for error in try errors(number) {
      let (ending, leftovers) = try tries("wrong horse", error.options)
      #expect(!household.isLetIn, "\(error)")
      #expect(ending != .exited(0), "\(error)")
      #expect(leftovers == [], "\(error): \(ending)")
    }
  }

  @Test(
    "The right password signs in with a record, or is refused, whichever system call fails",
    arguments: InjectedError.numbers)
  func right(number: String) async throws {
    for error in try errors(number) {
      let (ending, leftovers) = try tries(Household.password, error.options)
      #expect(household.isLetIn == (ending == .exited(0)), "\(error): \(ending)")
      if household.isLetIn { #expect(try await household.lastOutcome() == .signedIn, "\(error)") }
      #expect(leftovers == [], "\(error): \(ending)")
    }
  }
}
