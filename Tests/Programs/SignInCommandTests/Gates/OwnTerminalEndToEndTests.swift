import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

/// `signin --pty -- COMMAND`, without another program around it.
@Suite("A command on a terminal of its own", .fewAtOnce)
struct OwnTerminalEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  /// Signs in at a terminal that the test plays. The command is a script of sh.
  private func command(_ script: String) throws -> Pty {
    let pty = try Pty(
      [Sandbox.signin, "--email", StoreFixture.email, "--pty", "--", "sh", "-c", script],
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type(StoreFixture.password + "\r")
    return pty
  }

  private func sessions() async throws -> Int { try await fixture.store.sessions(of: nil).count }

  @Test("It has the terminal's settings and size, and is in the foreground of another terminal")
  func asFound() throws {
    let pty = try command("stty -a; stty size; tty; ps -o stat= $$")
    #expect(try pty.wait() == .exited(0))
    #expect(pty.everything.contains("24 80"))
    #expect(pty.everything.contains("isig icanon iexten echo"))
    #expect(pty.everything.contains(/\/dev\/pts\/\d+\r\nSs?\+/))
    #expect(pty.leftovers == [])
  }

  @Test(
    "Its exit status, or death by signal, is the program's, and its session ends", .tags(.terminalIsGivenBack),
    arguments: [("exit 7", .exited(7)), ("kill -TERM $$", .signalled(SIGTERM)), ("kill -KILL $$", .signalled(SIGKILL))]
      as [(String, ChildProcess.Ending)])
  func ending(script: String, ending: ChildProcess.Ending) async throws {
    let pty = try command("stty raw -echo; '\(Sandbox.signin)' session list; \(script)")
    #expect(try pty.wait() == ending)
    #expect(pty.everything.contains(StoreFixture.email + "  "), "The session is open while the command runs.")
    #expect(try await sessions() == 0)
    #expect(pty.leftovers == [])
  }

  @Test("Keys and 10 MB of output arrive whole and in order")
  func bytes() throws {
    let pty = try command("echo ready; read -r line; echo \"got $line\"; seq 1000001 2250000; exit 3")
    try pty.waitForOutput("ready\r\n")
    pty.type("hello\r")
    try pty.waitForOutput("got hello")
    #expect(try pty.wait() == .exited(3))
    let numbers = (1_000_001...2_250_000).map { "\($0)\r\n" }.joined()
    let shown = try #require(pty.everything.utf8.firstRange(of: "got hello\r\n".utf8))
    #expect(pty.everything.utf8[shown.upperBound...].starts(with: numbers.utf8))
  }

  @Test("The size of the window is passed on")
  func resized() throws {
    let pty = try command("trap 'stty size' WINCH; echo ready; while :; do sleep 0.05; done")
    try pty.waitForOutput("ready\r\n")
    pty.resize(columns: 91, rows: 33)
    try pty.waitForOutput("33 91")
    pty.type("\u{03}")
    #expect(try pty.wait() == .signalled(SIGINT))
  }

  @Test(
    "Of two in one pipeline each gets the keys in its turn, and the terminal is as found afterwards",
    .tags(.terminalIsGivenBack))
  func pipeline() async throws {
    let gate = "'\(Sandbox.signin)' --reuse --pty -- sh -c"
    let pty = try Pty(
      [
        "sh", "-c",
        """
        cd "$HOME"; '\(Sandbox.signin)' --email \(StoreFixture.email)
        for round in 1 2 3 4 5 6; do
          rm -f done; stty -g >before; echo "round $round"
          (\(gate) 'read x </dev/tty; echo "first $x"'; echo >done) | \(gate) 'read z; read y </dev/tty; echo "$z, second $y"'
          stty -g >after; cmp before after && echo "same $round"
        done
        """,
      ], environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type(StoreFixture.password + "\r")
    try pty.waitForOutput("Activity")
    pty.type("\u{1B}")
    for round in 1...6 {
      try pty.waitForOutput("round \(round)")
      pty.type("one\r")
      try pty.wait(for: "end of the first") { FileManager.default.fileExists(atPath: sandbox.path("done")) }
      pty.type("two\r")
      try pty.waitForOutput("first one, second two")
      try pty.waitForOutput("same \(round)")
    }
    #expect(try pty.wait() == .exited(0))
    #expect(pty.leftovers == [])
  }

  @Test("Ctrl-C and Ctrl-\\ reach it", arguments: [("\u{03}", "INT"), ("\u{1C}", "QUIT")])
  func keySignals(key: String, name: String) throws {
    let pty = try command("trap 'echo got \(name); exit 4' \(name); echo ready; while :; do sleep 0.05; done")
    try pty.waitForOutput("ready\r\n")
    pty.type(key)
    #expect(try pty.wait() == .exited(4))
    #expect(pty.everything.contains("got \(name)"))
  }

  @Test(
    "Signals to signin reach it", arguments: [("HUP", SIGHUP), ("TERM", SIGTERM), ("INT", SIGINT), ("USR1", SIGUSR1)])
  func forwarded(name: String, number: Int32) throws {
    let pty = try command("trap 'echo got \(name); exit 4' \(name); echo ready; while :; do sleep 0.05; done")
    try pty.waitForOutput("ready\r\n")
    pty.signal(number)
    #expect(try pty.wait() == .exited(4))
    #expect(pty.leftovers == [])
  }

  @Test("It gets SIGHUP if signin is killed by SIGKILL", .tags(.terminalIsGivenBack))
  func killed() throws {
    let note = sandbox.path("note")
    let pty = try command("trap 'echo hung up >\(note); exit' HUP; echo ready; while :; do sleep 0.05; done")
    try pty.waitForOutput("ready\r\n")
    pty.signal(SIGKILL)
    #expect(try pty.wait() == .signalled(SIGKILL))
    try pty.wait(for: "hang-up of the command") { (try? sandbox.contents(of: "note")) == "hung up\n" }
  }

  @Test("It gets SIGHUP if the user's terminal is closed, and the session ends", .tags(.terminalIsGivenBack))
  func hungUp() async throws {
    let note = sandbox.path("note")
    let pty = try command("trap 'echo hung up >\(note); exit' HUP; echo ready; while :; do sleep 0.05; done")
    try pty.waitForOutput("ready\r\n")
    pty.hangUp()
    #expect(try pty.wait() != .exited(0) || (try sandbox.contents(of: "note")) == "hung up\n")
    try pty.wait(for: "hang-up of the command") { (try? sandbox.contents(of: "note")) == "hung up\n" }
    #expect(try await sessions() == 0)
  }

  @Test("A descendant that keeps writing does not keep signin from ending", .tags(.terminalIsGivenBack))
  func descendants() throws {
    let pty = try command("trap '' HUP; (while echo more; do :; done) & sleep 0.2; exit 5")
    #expect(try pty.wait() == .exited(5))
    #expect(pty.settings == pty.found)
  }

  @Test("Standard streams that are not terminals stay as they are")
  func pipes() async throws {
    let bytes = String(repeating: "0123456789\n", count: 100_000)
    let finished = try await sandbox.run(
      [
        "--password-stdin", "--email", StoreFixture.email, "--pty", "--", "sh", "-c",
        "cat; for n in 0 1 2; do test -t $n && echo terminal; done; echo error >&2; exit 6",
      ], input: .text(StoreFixture.password + "\n" + bytes))
    #expect(finished.ending == .exited(6))
    #expect(finished.output == bytes)
    #expect(finished.errors == "error\n")
  }

  @Test(
    "Arguments, descriptors, signals, mask, limits and settings are those that it finds without --pty",
    .tags(.environmentLetsNobodyIn))
  func inherited() async throws {
    let probe = Pty.product("GatedProbe")
    let setting = #"""
      use POSIX; umask 027; $SIG{HUP} = 'IGNORE'; $SIG{USR1} = 'IGNORE'; $SIG{CHLD} = 'IGNORE'; POSIX::dup2(0, 9);
      sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGUSR2, SIGTERM)); exec @ARGV;
      """#
    for (name, options) in [("expected", []), ("found", ["--pty"])] as [(String, [String])] {
      let report = sandbox.path(name)
      let pty = try Pty(
        ["/usr/bin/perl", "-e", setting, Sandbox.signin, "--email", StoreFixture.email] + options
          + ["--", "sh", "-c", "'\(probe)' \"$@\" >'\(report)'", "sh", "a b", "*", ""],
        environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
      try pty.waitForOutput("Password")
      pty.type(StoreFixture.password + "\r")
      #expect(try pty.wait() == .exited(0))
    }
    func report(_ name: String) throws -> [Substring] {
      // O_LARGEFILE means nothing for a terminal.
      try sandbox.contents(of: name).replacing(" 32770 32770\n", with: " 2 2\n").split(separator: "\n")
        .filter { !$0.hasPrefix("SIGNIN_SESSION") }
    }
    let difference = try report("found").difference(from: report("expected"))
    #expect(difference.isEmpty, "\(difference)")
  }

  @Test(
    "Without a free terminal nothing runs: status 126 and a sentence, and no session stays", .tags(.failuresLetNobodyIn)
  )
  func noTerminal() async throws {
    let script = "mount --bind /dev/null /dev/ptmx && exec \"$@\""
    let mounting = try await sandbox.run("unshare", ["-rm", "mount", "--bind", "/dev/null", "/dev/ptmx"])
    guard mounting.ending == .exited(0) else { return }
    let refused = try await sandbox.run(
      "unshare",
      [
        "-rm", "sh", "-c", script, "sh", Sandbox.signin, "--password-stdin", "--email", StoreFixture.email, "--pty",
        "--",
        "touch", sandbox.path("ran"),
      ], input: .text(StoreFixture.password + "\n"))
    #expect(refused.ending == .exited(126))
    #expect(refused.errors.hasPrefix("signin: “touch” can't be run: there is no terminal for it ("))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("ran")))
    #expect(try await sessions() == 0)
  }

  @Test(
    "A command that can't be started leaves no session", .tags(.failuresLetNobodyIn), arguments: ["missing", "broken"])
  func notStarted(name: String) async throws {
    // A file that can be executed, but is no program, passes the check before the form.
    let path = sandbox.path("broken")
    try Data("no program\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    let refused = try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--pty", "--", sandbox.path(name)],
      input: .text(StoreFixture.password + "\n"))
    #expect(refused.ending == .exited(name == "missing" ? 127 : 126))
    #expect(refused.errors.contains("can't be run: "))
    #expect(try await sessions() == 0)
  }

  @Test("--pty and --token-fd need a command", arguments: ["--pty", "--token-fd"])
  func usage(option: String) async throws {
    let refused = try await sandbox.run([option])
    #expect(refused.ending == .exited(64))
    #expect(refused.errors.hasPrefix("signin: \(option) needs a command after --."))
  }

  @Test("It waits without waking up")
  func idle() throws {
    let pty = try command("echo ready; cat")
    try pty.waitForOutput("ready\r\n")
    func switches() throws -> String {
      let status = try String(contentsOfFile: "/proc/\(pty.process)/status", encoding: .utf8)
      return try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary") }.map(String.init))
    }
    // Signing in is over, once a second passes without a switch.
    var before = ""
    for _ in 0..<10 where try switches() != before {
      before = try switches()
      #expect(!pty.isShown("anything", within: 1000))
    }
    #expect(try switches() == before)
    pty.type("\u{04}")
    #expect(try pty.wait() == .exited(0))
  }
}
