import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A crash", .fewAtOnce)
struct CrashEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }
  private static let sentence = "signin: signin has crashed. That is a fault in the program, not yours."

  init() async throws {
    fixture = try await StoreFixture()
  }

  private func form(_ arguments: String..., environment: [String: String?] = [:]) throws -> Pty {
    let changes = environment.merging(["TERM": "xterm-256color"]) { own, _ in own }
    return try Pty(
      [Sandbox.signin, "--email", StoreFixture.email] + arguments, environment: sandbox.environment(with: changes))
  }

  @Test(
    "says so behind the screen that is given back, and by which signal", .tags(.terminalIsGivenBack),
    arguments: [SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS])
  func onScreen(number: Int32) throws {
    let pty = try form()
    try pty.waitForOutput("Password")
    pty.type("half a pass")
    try pty.waitForOutput("•")
    pty.signal(number)
    #expect(try pty.wait() == .signalled(number))
    #expect(pty.leftovers == [])
    let behind = try #require(pty.everything.ranges(of: "\u{1B}[?1049l").last?.upperBound)
    let words = pty.everything[behind...].split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
    #expect(words.contains(Self.sentence))
    #expect(words.hasSuffix("Never send a password. (signin 0.2.0)"))
  }

  @Test("throws away what was typed before it, and what is typed on", .tags(.terminalIsGivenBack))
  func typedOn() throws {
    let pty = try Pty(
      [
        "/bin/sh", "-c",
        """
        sh -c 'echo $$ >"$HOME/pid"; exec "$0" --email "$1"' '\(Sandbox.signin)' \(StoreFixture.email)
        echo over; IFS= read -r line; echo "<$line>"
        """,
      ],
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    let form = try #require(pid_t(sandbox.contents(of: "pid").trimmingCharacters(in: .newlines)))
    kill(form, SIGSTOP)
    pty.type("hor")
    kill(form, SIGSEGV)
    kill(form, SIGCONT)
    try pty.waitForOutput("crashed")
    for key in ["s", "e", "\r"] { pty.type(key) }
    try pty.waitForOutput("over")
    pty.type("typed to the shell\r")
    try pty.waitForOutput("<typed to the shell>")
    #expect(!pty.everything.contains("hor") && !pty.everything.contains("se\r"))
  }

  @Test("is said line by line, too, and in the user's language")
  func lineByLine() throws {
    let pty = try form("--plain", environment: ["LANGUAGE": "de"])
    try pty.waitForOutput("Passwort: ")
    pty.signal(SIGSEGV)
    try pty.waitForOutput("abgestürzt")
    #expect(try pty.wait() == .signalled(SIGSEGV))
    #expect(pty.settings == pty.found)
  }

  @Test("is said by a command without a form, and prints nothing else", arguments: [nil, "enable=yes,symbolicate=off"])
  func command(backtraces: String?) async throws {
    let script = "mkfifo f; exec 3<>f; exec '\(Sandbox.signin)' session verify <&3"
    let child = try sandbox.start(
      "sh", ["-c", "cd '\(sandbox.directory)'; " + script], environment: ["SWIFT_BACKTRACE": backtraces])
    #expect(
      await eventually {
        (try? String(contentsOfFile: "/proc/\(child.id)/comm", encoding: .utf8)) == "signin\n"
          && ProcessMemory.state(of: child.id) == "S"
      })
    kill(child.id, SIGSEGV)
    let finished = try await child.finish()
    #expect(finished.ending == .signalled(SIGSEGV))
    #expect(finished.errors.hasPrefix(Self.sentence))
    #expect(finished.errors.hasSuffix("Never send a password. (signin 0.2.0)\n"))
    #expect(finished.output.isEmpty)
  }

  @Test("A command behind the form gets the signals as they were found")
  func handedOn() throws {
    let pty = try Pty(
      [
        "/bin/sh", "-c",
        "trap '' TRAP; exec '\(Sandbox.signin)' --email \(StoreFixture.email) -- cat /proc/self/status",
      ],
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type(StoreFixture.password + "\r")
    #expect(try pty.wait() == .exited(0))
    #expect(pty.everything.contains(/SigIgn:\t[0-9a-f]{14}10\r\n/), "SIGTRAP")
    #expect(pty.everything.contains("SigCgt:\t0000000000000000\r\n"))
  }
}
