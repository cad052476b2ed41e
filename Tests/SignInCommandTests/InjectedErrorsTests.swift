import Foundation
import TestSupport
import Testing

@Suite("Whatever fails, nobody is let in", .fewAtOnce)
struct InjectedErrorsTests {
  /// Every system call of one sign-in, as strace(1) counts them, but for those without which no process starts at all and
  /// clone3, without which no thread starts that could answer.
  private static let calls = [
    "access", "brk", "close", "epoll_create1", "epoll_ctl", "eventfd2", "fchown", "fcntl", "fdatasync", "ftruncate",
    "futex", "geteuid", "getpid", "getrandom", "gettid", "getuid", "ioctl", "madvise", "mlock", "mmap", "mprotect",
    "munlock", "munmap", "newfstatat", "openat", "prctl", "pread64", "prlimit64", "pwrite64", "read", "readlink",
    "rseq", "rt_sigaction", "rt_sigprocmask", "sched_getaffinity", "set_robust_list", "setpriority", "sigaltstack",
    "unlink", "write",
  ]

  /// One try at a gate, under strace. Says how it ended, and whether the command ran.
  private func tries(_ password: String, in household: Household, _ options: [String]) async throws -> (
    ending: ChildProcess.Ending, isLetIn: Bool
  ) {
    let sandbox = household.sandbox
    let gate = [Sandbox.signin, "--password-stdin", "--email", Household.email, "--", "touch", sandbox.path("ran")]
    let process = try sandbox.start(
      "strace", ["-f", "-qq", "-o", "/dev/null"] + options + gate, input: .text(password + "\n"))
    let finished = try await process.finish(within: .seconds(20))
    return (finished.ending, FileManager.default.fileExists(atPath: sandbox.path("ran")))
  }

  @Test("Without an error the right password lets in, and a wrong one does not, under strace too")
  func control() async throws {
    let household = try await Household()
    let wrong = try await tries("wrong horse", in: household, [])
    #expect(!wrong.isLetIn)
    let right = try await tries(Household.password, in: household, [])
    #expect(right.isLetIn)
  }

  @Test("A wrong password stays one when a system call fails, each time or from the third time on", arguments: calls)
  func failing(call: String) async throws {
    let household = try await Household()
    for failure in ["EIO:when=1+", "ENOMEM:when=3+"] {
      let (ending, isLetIn) = try await tries("wrong horse", in: household, ["-e", "inject=\(call):error=\(failure)"])
      #expect(!isLetIn)
      #expect(ending != .exited(0))
    }
  }
}
