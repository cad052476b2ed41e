import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("Terminal session", .fewAtOnce)
nonisolated struct TerminalSessionTests {
  @Test("a session draws on the alternate screen and restores the terminal")
  func inAndOut() throws {
    // given
    let run = try ProbeRun()
    // when the frame is there
    try run.pty.waitForOutput("\u{1B}[?1049h")
    try run.pty.waitForOutput("hello")
    run.pty.type("q")
    // then it ends, and leaves nothing, even on a terminal without an alternate screen
    try run.pty.waitForReport("ended stopped")
    try run.expectEnd(.exited(0))
    #expect(run.pty.everything.contains("\u{1B}[H\u{1B}[2J\u{1B}[?1049l"))
  }

  @Test("an xterm is asked to send ESC for Alt, and gets its former mode back; no other terminal is asked")
  func alt() throws {
    for (term, isAsked) in [("xterm", true), ("xterm-256color", true), ("tmux-256color", false), ("vt220", false)] {
      let run = try ProbeRun(Pty.environment(term: term))
      run.pty.type("q")
      try run.expectEnd(.exited(0))
      #expect(run.pty.everything.contains("\u{1B}[?1036s\u{1B}[?1036h") == isAsked, "\(term)")
      #expect(run.pty.everything.contains("\u{1B}[?1036r") == isAsked, "\(term)")
    }
  }

  @Test("GNU screen, which withholds Esc while it reports the mouse, gets no mouse; tmux with the same name does")
  func mouseOfScreen() throws {
    for (term, tmux, isAsked) in [
      ("screen", nil, false), ("screen-256color", nil, false), ("screen", "/tmp/tmux-0/default,1,0", true),
      ("tmux-256color", nil, true),
    ] as [(String, String?, Bool)] {
      var environment = Pty.environment(term: term)
      environment["TMUX"] = tmux
      let run = try ProbeRun(environment)
      run.pty.type("q")
      try run.expectEnd(.exited(0))
      #expect(run.pty.everything.contains("\u{1B}[?1000h") == isAsked, "\(term), TMUX \(tmux ?? "not set")")
    }
  }

  @Test("keys typed at the end do not reach the shell")
  func flushed() throws {
    let run = try ProbeRun()
    run.pty.type("qsecret\rrm -rf\r")
    try run.expectEnd(.exited(0))
  }

  @Test("character sets, shifts and margins that another program has left are undone at the start and at Ctrl-L")
  func leftModes() throws {
    let repair = "\u{1B}(B\u{F}\u{1B}[?69l\u{1B}[r"
    let run = try ProbeRun()
    #expect(run.pty.everything.contains(repair))
    run.pty.type("l")
    try run.pty.waitForOutput(repair)
    // whatever is drawn comes behind it
    try run.pty.waitForOutput("key l")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }

  @Test("keys typed before the start are kept, in order")
  func typedAhead() throws {
    let pty = try Pty([Pty.product("TerminalProbe")], typedAhead: "ab\rc")
    for key in ["key a", "key b", "key enter", "key c"] { try pty.waitForReport(key) }
    pty.type("q")
    #expect(try pty.wait() == .exited(0))
  }

  @Test(
    "exit without closing, and each crash, restores the terminal and keeps its own status", .tags(.terminalIsGivenBack))
  func crashes() throws {
    for (key, status) in [
      ("E", ChildProcess.Ending.exited(7)), ("A", .signalled(SIGABRT)), ("S", .signalled(SIGSEGV)),
      ("X", .signalled(SIGILL)),
      ("O", .signalled(SIGSEGV)), ("o", .signalled(SIGSEGV)), ("Y", .signalled(SIGILL)),
    ] {
      let run = try ProbeRun()
      run.pty.type(key + "typed")
      try run.expectEnd(status)
    }
  }

  @Test("a crash after the screen was given back restores the settings, and clears nothing")
  func crashAfterTheScreen() throws {
    let run = try ProbeRun()
    run.pty.type("G")
    try run.expectEnd(.signalled(SIGABRT))
    let leave = "\u{1B}[?1049l\u{1B}[23;0;0t"
    #expect(run.pty.everything.hasSuffix(leave))
    #expect(run.pty.everything.ranges(of: leave).count == 1)
  }

  @Test("a terminal that takes no output does not hold up what comes before its end")
  func leavingFullTerminal() throws {
    let run = try ProbeRun()
    run.pty.isLagging = true
    run.pty.type("V")
    try run.pty.waitForReport("left")
    run.pty.isLagging = false
    try run.expectEnd(.exited(0))
  }

  @Test("after a crash on another thread nothing more is drawn on the restored terminal")
  func crashElsewhere() throws {
    let run = try ProbeRun()
    run.pty.type("D")
    try run.expectEnd(.signalled(SIGILL))
    #expect(run.pty.everything.hasSuffix("\u{1B}[?1049l\u{1B}[23;0;0t"))
  }

  @Test(
    "each ending signal ends the program properly, and the parent sees the signal",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF])
  func endingSignals(number: Int32) throws {
    let run = try ProbeRun()
    run.pty.signal(number)
    try run.pty.waitForReport("ended signal(\(number))")
    try run.expectEnd(.signalled(number))
  }

  @Test(
    "a crash signal from another process restores the terminal at once",
    arguments: [SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS])
  func crashSignals(number: Int32) throws {
    let run = try ProbeRun()
    run.pty.signal(number)
    try run.expectEnd(.signalled(number))
  }

  @Test("a second ending signal ends a hanging program")
  func secondSignal() throws {
    // given a program that hangs
    let run = try ProbeRun()
    run.pty.type("H")
    try run.pty.waitForReport("key H")
    // when it gets two ending signals
    run.pty.signal(SIGTERM)
    run.pty.signal(SIGINT)
    // then one of them ends it (the kernel may deliver the lower number first), with the terminal restored
    let status = try run.pty.wait()
    #expect(status == .signalled(SIGINT) || status == .signalled(SIGTERM))
    run.expectTerminalGivenBack()
  }

  @Test("signals ignored at the start stay ignored")
  func ignored() throws {
    let pty = try Pty(["/bin/bash", "-c", "trap '' HUP USR1; exec \(Pty.product("TerminalProbe"))"])
    try pty.waitForReport("ready")
    pty.signal(SIGHUP)
    pty.signal(SIGUSR1)
    pty.signal(SIGTERM)
    #expect(try pty.wait() == .signalled(SIGTERM))
  }

  @Test("a closed terminal ends the program")
  func hangUp() throws {
    let run = try ProbeRun()
    run.pty.type("abc")
    run.pty.hangUp()
    #expect(try run.pty.wait() == .signalled(SIGHUP))
  }

  @Test("a closed terminal ends the program even if SIGHUP is ignored")
  func hangUpUnheard() throws {
    let pty = try Pty(["/bin/bash", "-c", "trap '' HUP; exec \(Pty.product("TerminalProbe"))"])
    try pty.waitForReport("ready")
    pty.hangUp()
    try pty.waitForReport("ended terminalGone")
  }

  @Test("a program executed next gets the original dispositions, mask and descriptors")
  func execution() throws {
    // given: the state that a program sees without the probe
    let script = "grep -e ^SigB -e ^SigI -e ^SigC /proc/self/status >&3; ls /proc/self/fd >&3; echo done >&3"
    let plain = try Pty(["/bin/bash", "-c", "trap '' USR2; exec /bin/bash -c '\(script)'"])
    try plain.wait(for: "end of the list") { plain.report.contains("done") }
    // when the probe executes the same program
    let pty = try Pty(["/bin/bash", "-c", "trap '' USR2; exec \(Pty.product("TerminalProbe"))"])
    try pty.waitForReport("ready")
    pty.type("x")
    try pty.waitForReport("key x\n")
    try pty.wait(for: "end of the list") { pty.report.contains("done") }
    // then it sees the same state
    #expect(Self.seen(pty.report) == Self.seen(plain.report))
    #expect(pty.settings == pty.found)
  }

  /// The report without 32 and 33, which belong to glibc's threads: no program can see or set their dispositions.
  private static func seen(_ report: String) -> [String] {
    report.split(separator: "\n").map { line in
      guard line.hasPrefix("SigIgn:\t"), let bits = UInt64(line.dropFirst(8), radix: 16) else { return String(line) }
      return "SigIgn:\t\(bits & ~0x1_8000_0000)"
    }
  }

  @Test("redirected standard descriptors make no difference")
  func redirected() throws {
    let pty = try Pty(["/bin/bash", "-c", "exec \(Pty.product("TerminalProbe")) </dev/null >/dev/null 2>&1"])
    try pty.waitForReport("ready")
    try pty.waitForOutput("hello")
    pty.type("q")
    #expect(try pty.wait() == .exited(0))
  }

  @Test("without a controlling terminal there is an error and no screen")
  func noTerminal() throws {
    let pty = try Pty(["/usr/bin/setsid", "-w", Pty.product("TerminalProbe")])
    try pty.waitForReport("noControllingTerminal")
    #expect(try pty.wait() == .exited(66))
  }

  @Test(
    "an unknown terminal, or one that can't show a form, is named; only an unknown one is asked for its kind",
    arguments: [
      ("no-such-terminal", "unknownTerminal(name: \"no-such-terminal\")", "\u{1B}[c"),
      ("../../x", "unknownTerminal(name: \"../../x\")", "\u{1B}[c"),
      ("", "unnamedTerminal", "\u{1B}[c"), ("dumb", "unfitTerminal(name: \"dumb\")", ""),
    ])
  func badTerm(name: String, error: String, output: String) throws {
    let pty = try Pty([Pty.product("TerminalProbe")], environment: Pty.environment(term: name))
    try pty.waitForReport(error)
    #expect(try pty.wait() == .exited(66))
    #expect(pty.everything == output)
    #expect(pty.settings == pty.found)
  }

  @Test("text shown and hidden leaves no trace in memory")
  func memory() throws {
    let run = try ProbeRun()
    run.pty.type("p")
    try run.pty.waitForReport("shown true, left 0")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }
}
