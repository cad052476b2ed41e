import Foundation
import Identity
import TestSupport
import Testing

@Suite("No failed system call signs a user in by mistake", .fewAtOnce)
struct InjectedErrorsTests {
  let fixture: RestorableFixture
  private var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await RestorableFixture()
  }

  /// One attempt at a gate.
  private func tries(_ password: String, _ start: [String]) async throws -> ChildProcess.Ending {
    try fixture.begin()
    let gate = start + ["--password-stdin", "--email", StoreFixture.email, "--"] + fixture.command
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
    let ending = try await tries(StoreFixture.password, fixture.recorded)
    try #require(ending == .exited(0) && fixture.isLetIn, "\(ending)")
    return try fixture.recordedErrors(number, .signingIn).sample(count)
  }

  @Test("Without an error the right password signs in and a wrong one does not, under strace too")
  func control() async throws {
    #expect(try await tries("wrong horse", fixture.recorded) == .exited(77))
    #expect(!fixture.isLetIn)
    #expect(try await tries(StoreFixture.password, fixture.recorded) == .exited(0))
    #expect(fixture.isLetIn)
  }

  @Test(
    "A wrong password is refused, and the program exits, whichever system call fails", .tags(.failuresLetNobodyIn),
    arguments: InjectedError.numbers)
  func wrong(number: String) async throws {
    for error in try await errors(number, atMost: LongRun.rounds(4, promised: .max)) {
      let ending = try await tries("wrong horse", error)
      #expect(!fixture.isLetIn, "\(error)")
      #expect(ending != .exited(0), "\(error)")
    }
  }

  @Test(
    "The right password signs in with a record, or is refused, whichever system call fails",
    .tags(.failuresLetNobodyIn),
    arguments: InjectedError.numbers)
  func right(number: String) async throws {
    for error in try await errors(number, atMost: LongRun.rounds(4, promised: .max)) {
      let ending = try await tries(StoreFixture.password, error)
      #expect(fixture.isLetIn == (ending == .exited(0)), "\(error): \(ending)")
      if fixture.isLetIn { #expect(try await fixture.lastOutcome() == .signedIn, "\(error)") }
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
      #expect(!fixture.isLetIn, "\(error)")
      #expect(ending != .exited(0), "\(error)")
    }
  }

  /// The errors of a sign-in in which one call of a program fails from a time on.
  private func complaint(_ error: InjectedError) async throws -> String {
    let finished = try await sandbox.run(
      error.start[0], error.start.dropFirst() + ["--password-stdin", "--email", StoreFixture.email],
      input: .text(StoreFixture.password + "\n"))
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
    try fixture.begin()
    // The first execution is that of the program itself
    let error = InjectedError(call: "execve", when: "2+", number: number)
    let gate = [Sandbox.signin, "--password-stdin", "--email", StoreFixture.email, "--"] + fixture.command
    let finished = try await sandbox.run("strace", error.options + gate, input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(126))
    #expect(finished.errors.hasPrefix("signin: “touch” can't be run: "))
    #expect(!fixture.isLetIn)
  }

  @Test(
    "Threads that can't be started are reported at once, with the cause and status 69", .tags(.failuresLetNobodyIn),
    arguments: [
      (
        "EAGAIN",
        "no thread can be started: Resource temporarily unavailable; close other programs and try again"
      ),
      // Docker's sandbox of some years ago
      (
        "EPERM",
        "a sandbox lets no thread start: Operation not permitted; let it allow clone3, or answer ENOSYS"
      ),
    ])
  func noThread(number: String, clause: String) async throws {
    let error = InjectedError(call: "clone3", when: "1+", number: number)
    #expect(try await complaint(error) == "signin: The store can't be used: \(clause).\n")
    let command = try await sandbox.run(error.start[0], error.start.dropFirst() + ["account", "list"])
    #expect(command.errors == "signin: The store can't be used: \(clause).\n")
    #expect(command.ending == .exited(69))
  }

  @Test(
    "A disk that grants no locks, as a network drive without its lock service, is named", .tags(.failuresLetNobodyIn),
    arguments: ["fcntl", "flock"])
  func noLocks(call: String) async throws {
    // From the first call on that is one for a lock
    let error = InjectedError(call: call, when: call == "flock" ? "1+" : "2+", number: "ENOLCK")
    let store = call == "flock" ? sandbox.path("new.db") : sandbox.path("signin.db")
    if call == "fcntl" { _ = try await sandbox.run(["account", "list"]) }
    let finished = try await sandbox.run(
      error.start[0],
      error.start.dropFirst() + [
        "account", "add", "bob@example.com", "--password-stdin", "--store", "sqlite:" + store,
      ],
      input: .text("battery staple\n"))
    #expect(finished.ending == .exited(69))
    #expect(
      finished.errors.contains(
        "\(store) can't be locked: No locks available; start the lock service of its network drive, or use a store on a "
          + "local disk"), "\(finished.errors)")
    #expect(!FileManager.default.fileExists(atPath: store + "-probe"))
  }
}
