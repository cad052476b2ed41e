import Foundation
import TestSupport
import Testing

@Suite("A program run without a terminal", .fewAtOnce)
struct ChildProcessTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("returns its output and its ending")
  func output() async throws {
    let finished = try await sandbox.run("sh", ["-c", "echo result; echo trouble >&2; exit 77"])

    #expect(finished.ending == .exited(77))
    #expect(finished.output == "result\n")
    #expect(finished.errors == "trouble\n")
  }

  @Test("reads the given text, and then the end of the file")
  func input() async throws {
    let finished = try await sandbox.run("cat", [], input: .text("one\ntwo"))

    #expect(finished.output == "one\ntwo")
  }

  @Test("has an empty standard input by default")
  func noInput() async throws {
    let finished = try await sandbox.run("cat", [])

    #expect(finished.output.isEmpty)
    #expect(finished.ending == .exited(0))
  }

  @Test("can be started with no standard input at all")
  func closedInput() async throws {
    let finished = try await sandbox.run("cat", [], input: .closed)

    #expect(finished.ending == .exited(1))
    #expect(finished.errors.contains("Bad file descriptor"))
  }

  @Test("has no controlling terminal")
  func noTerminal() async throws {
    let finished = try await sandbox.run("sh", ["-c", "exec </dev/tty"])

    #expect(finished.ending != .exited(0))
    #expect(finished.errors.contains("/dev/tty"))
  }

  @Test("has only the first three descriptors open, whatever the tests have open")
  func descriptors() async throws {
    let leaked = dup(0)
    defer { close(leaked) }

    let finished = try await sandbox.run("sh", ["-c", "ls /proc/$$/fd"])

    #expect(finished.output == "0\n1\n2\n")
  }

  @Test("has the signal mask and dispositions of a fresh process")
  func signals() async throws {
    let status = try await sandbox.run("cat", ["/proc/self/status"]).output

    // 32 and 33 are glibc's own.
    let signals = try ["SigBlk", "SigIgn", "SigCgt"].map { name in
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
      return try #require(UInt64(line.dropFirst(8), radix: 16)) & ~0x1_8000_0000
    }
    #expect(signals == [0, 0, 0])
  }

  @Test("reports the signal that ended it")
  func signalled() async throws {
    let program = try sandbox.start("sleep", ["1000"])

    program.send(signal: SIGTERM)

    #expect(try await program.finish().ending == .signalled(SIGTERM))
  }

  @Test("is killed after the time limit, and its output is shown")
  func overdue() async throws {
    let program = try sandbox.start("sh", ["-c", "echo begun; exec sleep 1000"])

    await #expect(throws: ChildProcess.TimedOut.self) { try await program.finish(within: .milliseconds(200)) }
    #expect(kill(program.id, 0) == -1)
  }

  @Test("that does not exist can't be started")
  func missing() {
    #expect(throws: ChildProcess.CannotStart.self) { try sandbox.start("/nowhere/program", []) }
  }

  @Test("gets the sandbox in its environment, and nothing of the caller's")
  func environment() async throws {
    setenv("SIGNIN_LEAK", "of the caller", 1)

    let finished = try await sandbox.run("env", [], environment: ["LC_ALL": "C", "TZ": nil])

    let lines = Set(finished.output.split(separator: "\n").map(String.init))
    #expect(lines.contains("HOME=\(sandbox.directory)"))
    #expect(lines.contains("SIGNIN_STORE=sqlite:\(sandbox.directory)/signin.db"))
    #expect(lines.contains("LC_ALL=C"))
    #expect(!lines.contains { $0.hasPrefix("TZ=") || $0.hasPrefix("SIGNIN_LEAK=") })
  }

  @Test("leaves nothing behind: the sandbox is removed after the test")
  func cleanUp() async throws {
    var sandbox: Sandbox? = try Sandbox()
    let directory = try #require(sandbox?.directory)
    _ = try await sandbox?.run("touch", ["\(directory)/file"])
    #expect(FileManager.default.fileExists(atPath: directory + "/file"))

    sandbox = nil

    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test("of the end-to-end tests has been built with them")
  func program() {
    #expect(FileManager.default.isExecutableFile(atPath: Sandbox.signin))
  }
}
