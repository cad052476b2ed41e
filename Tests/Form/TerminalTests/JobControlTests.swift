import Glibc
import TestSupport
import Testing

@testable import Terminal

/// The probe as a job of an interactive shell, which stops and continues it.
@Suite("Job control", .fewAtOnce)
nonisolated struct JobControlTests {
  private let shell: Pty

  init() throws {
    shell = try Pty(
      ["/bin/bash", "--norc", "--noprofile", "-i"],
      environment: Pty.environment().merging(["PS1": "shell> ", "PROBE": Pty.product("TerminalProbe")]) { $1 })
    try shell.waitForOutput("shell> ")
  }

  @Test("it stops and continues any number of times, and redraws its screen each time")
  func stopAndGo() throws {
    shell.type("$PROBE\r")
    try shell.waitForReport("ready")
    for round in 1...5 {
      // when it stops itself
      shell.type("z")
      try shell.waitForReport("suspending")
      try shell.waitForOutput("\u{1B}[?1049l")
      try shell.waitForOutput("Stopped")
      try shell.waitForOutput("shell> ")
      // then the shell works as usual
      shell.type("echo round $((\(round) + 40))\r")
      try shell.waitForOutput("round \(round + 40)\r\n")
      // and when it is brought to the foreground, it draws and receives keys
      shell.type("fg\r")
      try shell.waitForOutput("\u{1B}[?1049h")
      try shell.waitForReport("redraw")
      try shell.waitForOutput("redraw")
      shell.type("a")
      try shell.waitForReport("key a")
    }
    shell.type("q")
    try shell.waitForReport("ended stopped")
    try shell.waitForOutput("shell> ")
  }

  @Test("SIGTSTP from another process stops it properly too")
  func stopFromOutside() throws {
    shell.type("$PROBE\r")
    try shell.waitForReport("ready")
    // when another process sends the signal
    kill(try foreground(), SIGTSTP)
    try shell.waitForReport("suspending")
    try shell.waitForOutput("Stopped")
    shell.type("fg\r")
    try shell.waitForReport("redraw")
    shell.type("q")
    try shell.waitForReport("ended stopped")
  }

  @Test("SIGSTOP, which can't be handled, costs only a redraw")
  func uncontrolledStop() throws {
    shell.type("$PROBE\r")
    try shell.waitForReport("ready")
    kill(try foreground(), SIGSTOP)
    try shell.waitForOutput("Stopped")
    try shell.waitForOutput("shell> ")
    shell.type("fg\r")
    try shell.waitForReport("redraw")
    shell.type("q")
    try shell.waitForReport("ended stopped")
    // then the shell echoes as before
    try shell.waitForOutput("shell> ")
    shell.type("echo $((40 + 2))\r")
    try shell.waitForOutput("echo $((40 + 2))")
    try shell.waitForOutput("42")
  }

  @Test("started in the background it stops until it is brought to the foreground")
  func background() throws {
    shell.type("$PROBE &\r")
    shell.type("wait %1\r")
    try shell.waitForOutput("Stopped")
    #expect(!shell.report.contains("ready"))
    shell.type("fg\r")
    try shell.waitForReport("ready")
    shell.type("q")
    try shell.waitForReport("ended stopped")
  }

  @Test("brought to the foreground from a shell's prompt, it gives back the settings of a command, not of that prompt")
  func promptSettings() throws {
    // Given a shell that edits a line while the job asks for the terminal
    shell.type("set -b; (until stty -a -F /dev/tty | grep -q -e -icanon; do :; done; $PROBE; stty -a) &\r")
    try shell.waitForOutput("Stopped")
    shell.type("fg\r")
    try shell.waitForReport("ready")
    shell.type("q")
    try shell.waitForReport("ended stopped")
    // Then the rest of the job finds them
    try shell.waitForOutput(" icanon ")
    try shell.waitForOutput(" echo ")
  }

  @Test("a stopped job can be ended, and doesn't touch the shell's terminal")
  func killedWhileStopped() throws {
    shell.type("$PROBE\r")
    try shell.waitForReport("ready")
    shell.type("z")
    try shell.waitForOutput("Stopped")
    try shell.waitForOutput("shell> ")
    // 148 is the status of a job that bash still takes for stopped. It may never report by itself that the job has ended.
    shell.type("kill %1; until wait -f %1 2>/dev/null; status=$?; ((status != 148)); do :; done; echo status $status\r")
    try shell.waitForReport("ended signal(15)")
    try shell.waitForOutput("status 143")
    #expect(!shell.output.contains("1049"))
    #expect(!shell.report.contains("redraw"))
  }

  /// The process group in the terminal's foreground, as a number for kill(2).
  private func foreground() throws -> pid_t { -shell.foregroundGroup }
}
