import TestSupport
import Testing

/// A run of the probe on a terminal.
nonisolated struct ProbeRun {
  let pty: Pty

  /// Starts the probe and waits until it is ready.
  init(_ environment: [String: String] = Pty.environment(), size: (columns: Int, rows: Int) = (80, 24)) throws {
    pty = try Pty([Pty.product("TerminalProbe")], environment: environment, size: size)
    try pty.waitForReport("ready")
    #expect(!pty.echoes)
  }

  /// Waits for the end and expects a restored terminal: settings, first screen, visible cursor, modes off.
  func expectEnd(_ status: ChildProcess.Ending, _ location: SourceLocation = #_sourceLocation) throws {
    let ended = try pty.wait()
    #expect(ended == status, sourceLocation: location)
    expectTerminalGivenBack(location)
  }

  func expectTerminalGivenBack(_ location: SourceLocation = #_sourceLocation) {
    #expect(pty.leftovers == [], sourceLocation: location)
  }
}
