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
    #expect(pty.leftovers == [], sourceLocation: location)
  }
}
