import Foundation
import Identity
import TestSupport
import Testing

@Suite("No failed system call signs a user in by mistake", .fewAtOnce)
struct InjectedErrorsTests {
  let household: FreshHousehold
  private var sandbox: Sandbox { household.sandbox }

  init() async throws {
    household = try await FreshHousehold()
  }

  /// One attempt at a gate.
  private func tries(_ password: String, _ start: [String]) async throws -> ChildProcess.Ending {
    try household.begin()
    let gate = start + ["--password-stdin", "--email", Household.email, "--"] + household.command
    return try await sandbox.start(gate[0], Array(gate.dropFirst()), input: .text(password + "\n"))
      .finish(within: .seconds(60)).ending
  }

  /// One attempt with an error. The program must exit.
  private func tries(_ password: String, _ error: InjectedError) async throws -> ChildProcess.Ending {
    do {
      return try await tries(password, error.start)
    } catch let late as ChildProcess.TimedOut {
      Issue.record(late, "\(error) keeps the program from exiting.")
      return .signalled(SIGKILL)
    }
  }

  /// The system calls of a sign-in with the right password, each with this error.
  private func errors(_ number: String, atMost count: Int = .max) async throws -> [InjectedError] {
    let ending = try await tries(Household.password, household.recorded)
    try #require(ending == .exited(0) && household.isLetIn, "\(ending)")
    return try household.recordedErrors(number, .signingIn).sample(count)
  }

  @Test("Without an error the right password signs in and a wrong one does not, under strace too")
  func control() async throws {
    #expect(try await tries("wrong horse", household.recorded) == .exited(77))
    #expect(!household.isLetIn)
    #expect(try await tries(Household.password, household.recorded) == .exited(0))
    #expect(household.isLetIn)
  }

  @Test(
    "A wrong password is refused, and the program exits, whichever system call fails", .tags(.failuresLetNobodyIn),
    arguments: InjectedError.numbers)
  func wrong(number: String) async throws {
    for error in try await errors(number, atMost: LongRun.rounds(4, promised: .max)) {
      let ending = try await tries("wrong horse", error)
      #expect(!household.isLetIn, "\(error)")
      #expect(ending != .exited(0), "\(error)")
    }
  }

  @Test(
    "The right password signs in with a record, or is refused, whichever system call fails",
    .tags(.failuresLetNobodyIn),
    arguments: InjectedError.numbers)
  func right(number: String) async throws {
    for error in try await errors(number, atMost: LongRun.rounds(4, promised: .max)) {
      let ending = try await tries(Household.password, error)
      #expect(household.isLetIn == (ending == .exited(0)), "\(error): \(ending)")
      if household.isLetIn { #expect(try await household.lastOutcome() == .signedIn, "\(error)") }
    }
  }

  @Test(
    "A wrong password is refused when all calls of a kind fail, from the first or the third on",
    .tags(.failuresLetNobodyIn))
  func kinds() async throws {
    let calls = try await errors("").filter { $0.when == "1" }
    let errors = calls.flatMap { first in
      [("EIO", "1+"), ("ENOMEM", "3+")].map {
        InjectedError(call: first.call, when: $1, number: $0)
      }
    }
    for error in errors.sample(LongRun.rounds(10, promised: .max)) {
      let ending = try await tries("wrong horse", error)
      #expect(!household.isLetIn, "\(error)")
      #expect(ending != .exited(0), "\(error)")
    }
  }

  /// The errors of a sign-in in which one call of a program fails from a time on.
  private func complaint(_ error: InjectedError) async throws -> String {
    let finished = try await sandbox.run(
      error.start[0], error.start.dropFirst() + ["--password-stdin", "--email", Household.email],
      input: .text(Household.password + "\n"))
    #expect(finished.ending == .exited(69))
    return finished.errors
  }

  @Test(
    "Memory that can't be hidden from other programs is reported at once, with status 69", .tags(.failuresLetNobodyIn))
  func notHidden() async throws {
    let error = InjectedError(call: "prctl", when: "1", number: "EPERM")
    let sentence = """
      The system won't let signin protect its memory: Operation not permitted. Run it outside the sandbox that forbids \
      this.
      """
    #expect(try await complaint(error) == "signin: \(sentence)\n")
  }

  @Test("The program knows its arguments even without /proc", .tags(.failuresLetNobodyIn, .environmentLetsNobodyIn))
  func withoutProc() async throws {
    let paths = ["maps", "cmdline", "exe"].flatMap { ["-P", "/proc/self/" + $0] }
    let finished = try await sandbox.run(
      "strace",
      ["-f", "-qq", "-o", "/dev/null"] + paths + [
        "-e", "inject=open,openat,readlink:error=ENOENT", Sandbox.signin, "session", "verify",
      ],
      input: .text("no token\n"))
    // strace prints a line of its own first
    #expect(finished.errors.hasSuffix("signin: The token isn't valid, or its session has ended. Sign in again.\n"))
    #expect(finished.ending == .exited(77))
  }

  @Test(
    "A command that the kernel can't start exits with 126 and a sentence", .tags(.failuresLetNobodyIn),
    arguments: InjectedError.numbers)
  func notStarted(number: String) async throws {
    try household.begin()
    // The first execution is that of the program itself
    let error = InjectedError(call: "execve", when: "2+", number: number)
    let gate = [Sandbox.signin, "--password-stdin", "--email", Household.email, "--"] + household.command
    let finished = try await sandbox.run("strace", error.options + gate, input: .text(Household.password + "\n"))
    #expect(finished.ending == .exited(126))
    #expect(finished.errors.hasPrefix("signin: “touch” can't be run: "))
    #expect(!household.isLetIn)
  }

  @Test("Threads that can't be started are reported at once, with status 69", .tags(.failuresLetNobodyIn))
  func noThread() async throws {
    let error = InjectedError(call: "clone3", when: "1+", number: "EAGAIN")
    let sentence =
      "The store can't be used: there isn't enough memory to hash a password; close other programs and try again."
    #expect(try await complaint(error) == "signin: \(sentence)\n")
  }
}
