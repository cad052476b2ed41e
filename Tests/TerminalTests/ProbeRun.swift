import TestSupport
import Testing

/// A probe on a terminal, from its start to its end.
nonisolated struct ProbeRun {
  let pty: Pty

  /// Starts it and waits until it is ready.
  init(_ environment: [String: String] = Pty.environment(), size: (columns: Int, rows: Int) = (80, 24)) throws {
    pty = try Pty([Pty.product("TerminalProbe")], environment: environment, size: size)
    try pty.waitForReport("ready")
    #expect(!pty.echoes)
  }

  /// Waits for the end and expects the terminal as it was: settings, other screen left, cursor shown, modes off.
  func expectEnd(_ status: ChildProcess.Ending, _ location: SourceLocation = #_sourceLocation) throws {
    let ended = try pty.wait()
    #expect(ended == status, sourceLocation: location)
    expectTerminalGivenBack(location)
  }

  func expectTerminalGivenBack(_ location: SourceLocation = #_sourceLocation) {
    #expect(pty.settings == pty.found, "settings", sourceLocation: location)
    #expect(pty.unread == 0, "typed keys left for the shell", sourceLocation: location)
    for (on, off) in [
      ("\u{1B}[?1049h", "\u{1B}[?1049l"), ("\u{1B}[?2004h", "\u{1B}[?2004l"), ("\u{1B}[?1000h", "\u{1B}[?1000l"),
      ("\u{1B}[?1006h", "\u{1B}[?1006l"), ("\u{1B}[?1h", "\u{1B}[?1l"), ("\u{1B}[?25l", "\u{1B}[?25h"),
    ] {
      #expect(isOff(on, off), "mode \(on.debugDescription)", sourceLocation: location)
    }
  }

  private func isOff(_ on: String, _ off: String) -> Bool {
    guard let last = pty.everything.ranges(of: on).last else { return true }
    return pty.everything[last.upperBound...].contains(off)
  }
}
