import Foundation
import Identity
import TestSupport
import Testing

@Suite("Whatever fails, nobody is let in", .fewAtOnce)
struct InjectedErrorsTests {
  let household: FreshHousehold
  private var sandbox: Sandbox { household.sandbox }

  init() async throws {
    household = try await FreshHousehold()
  }

  /// One attempt at a gate, under strace.
  private func tries(_ password: String, _ options: [String]) async throws -> ChildProcess.Ending {
    try household.begin()
    let gate = [Sandbox.signin, "--password-stdin", "--email", Household.email, "--"] + household.command
    return try await sandbox.start("strace", options + gate, input: .text(password + "\n"))
      .finish(within: .seconds(60)).ending
  }

  /// One attempt with an error. One that does not end is a failure.
  private func tries(_ password: String, _ error: InjectedError) async throws -> ChildProcess.Ending {
    do {
      return try await tries(password, error.options)
    } catch let late as ChildProcess.TimedOut {
      Issue.record(late, "\(error) keeps the program from ending.")
      return .signalled(SIGKILL)
    }
  }

  /// The system calls of signing in with the right password, all to fail with that number.
  private func errors(_ number: String) async throws -> [InjectedError] {
    let ending = try await tries(Household.password, ["-f", "-o", sandbox.path("trace")])
    try #require(ending == .exited(0) && household.isLetIn, "\(ending)")
    let errors = InjectedError.all(of: try sandbox.contents(of: "trace"), number)
    try #require(errors.missing(.signingIn.union(["read"])) == [])
    return errors
  }

  @Test("Without an error the right password lets in, and a wrong one does not, under strace too")
  func control() async throws {
    #expect(try await tries("wrong horse", []) == .exited(77))
    #expect(!household.isLetIn)
    #expect(try await tries(Household.password, []) == .exited(0))
    #expect(household.isLetIn)
  }

  @Test(
    "A wrong password stays one when a system call fails, one after the other, and the program ends",
    arguments: InjectedError.numbers)
  func wrong(number: String) async throws {
    for error in try await errors(number).sample(LongRun.rounds(4, promised: .max)) {
      let ending = try await tries("wrong horse", error)
      #expect(!household.isLetIn, "\(error)")
      #expect(ending != .exited(0), "\(error)")
    }
  }

  @Test(
    "The right password lets in, and is recorded, or does not when a system call fails, one after the other",
    arguments: InjectedError.numbers)
  func right(number: String) async throws {
    for error in try await errors(number).sample(LongRun.rounds(4, promised: .max)) {
      let ending = try await tries(Household.password, error)
      #expect(household.isLetIn == (ending == .exited(0)), "\(error): \(ending)")
      if household.isLetIn { #expect(try await household.lastOutcome() == .signedIn, "\(error)") }
    }
  }

  @Test("A wrong password stays one when all calls of a kind fail, from the first or the third on")
  func kinds() async throws {
    let calls = try await errors("").filter { $0.when == "1" }.map(\.call)
    let errors = calls.flatMap { call in
      [("EIO", "1+"), ("ENOMEM", "3+")].map { InjectedError(call: call, when: $1, number: $0) }
    }
    for error in errors.sample(LongRun.rounds(10, promised: .max)) {
      let ending = try await tries("wrong horse", error)
      #expect(!household.isLetIn, "\(error)")
      #expect(ending != .exited(0), "\(error)")
    }
  }

  @Test("Where its memory cannot be hidden from other programs it says so at once, with status 69")
  func notHidden() async throws {
    let error = InjectedError(call: "prctl", when: "1", number: "EPERM")
    let finished = try await sandbox.run(
      "strace", error.options + [Sandbox.signin, "--password-stdin", "--email", Household.email],
      input: .text(Household.password + "\n"))
    #expect(finished.ending == .exited(69))
    let sentence = """
      The system won't let signin protect its memory: Operation not permitted. Run it outside the sandbox that forbids \
      this.
      """
    #expect(finished.errors == "signin: \(sentence)\n")
  }

  @Test("What it was asked to do is known without /proc too")
  func withoutProc() async throws {
    let paths = ["maps", "cmdline", "exe"].flatMap { ["-P", "/proc/self/" + $0] }
    let finished = try await sandbox.run(
      "strace",
      ["-f", "-qq", "-o", "/dev/null"] + paths + [
        "-e", "inject=open,openat,readlink:error=ENOENT", Sandbox.signin, "session", "verify",
      ],
      input: .text("no token\n"))
    // strace says something of its own before
    #expect(finished.errors.hasSuffix("signin: The token isn't valid, or its session has ended. Sign in again.\n"))
    #expect(finished.ending == .exited(77))
  }

  @Test("A command that the kernel does not start is status 126 and a sentence", arguments: InjectedError.numbers)
  func notStarted(number: String) async throws {
    try household.begin()
    // The first execution is the program's own
    let error = InjectedError(call: "execve", when: "2+", number: number)
    let gate = [Sandbox.signin, "--password-stdin", "--email", Household.email, "--"] + household.command
    let finished = try await sandbox.run("strace", error.options + gate, input: .text(Household.password + "\n"))
    #expect(finished.ending == .exited(126))
    #expect(finished.errors.hasPrefix("signin: “touch” can't be run: "))
    #expect(!household.isLetIn)
  }

  @Test("Where no thread can be started it says so at once, with status 69")
  func noThread() async throws {
    let error = InjectedError(call: "clone3", when: "1+", number: "EAGAIN")
    let finished = try await sandbox.run(
      "strace",
      error.options + [Sandbox.signin, "--password-stdin", "--email", Household.email],
      input: .text(Household.password + "\n"))
    #expect(finished.ending == .exited(69))
    let sentence = "Can't start a thread: Resource temporarily unavailable. Close other programs and try again."
    #expect(finished.errors == "signin: \(sentence)\n")
  }
}
