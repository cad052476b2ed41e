import Glibc
import Identity
import ProgramSupport
import Settings
import Sentences
import SignInUI
import Terminal
import Unix

/// `signin lock`: the form for the account of the terminal's last session, which nothing else leaves.
///
/// Programs such as tmux(1) unlock as soon as this one exits, for whatever reason. So a guard stays behind, which forks the
/// form again if it dies. See Decisions/0108.
@MainActor enum TerminalLock {
  /// The signals that end it: the terminal is gone, or the machine shuts down. Only the same user and root can send them, and both can kill it.
  private static let endings = [SIGHUP, SIGTERM]

  /// Returns after that account has signed in, in a fork.
  /// - Throws: A failure if the terminal can't be taken. Then nothing was locked.
  static func hold(
    for owner: LockOwner, _ options: FormOptions, _ settings: Settings, _ engine: OpenedStore.Engine
  ) throws(Failure) {
    var options = options
    options.lock = owner
    ProcessSignals.ignore(allBut: endings)
    try startGuard()
    let composition = try Composition(options, settings, engine)
    while true {
      switch try SignInOnScreen.play(composition, options) {
      case .finished(.signedIn): return composition.leave()
      case .terminalGone: ProcessSignals.die(by: SIGHUP)
      case .signal(let number) where endings.contains(number): ProcessSignals.die(by: number)
      // No lock comes here. If one does, it locks again.
      case .finished, .signal: continue
      }
    }
  }

  private static func startGuard() throws(Failure) {
    do throws(SystemError) {
      try ProcessGuard.begin()
    } catch {
      throw error.number == ENXIO
        ? Failure(.noInput, TerminalError.noControllingTerminal.sentence)
        : Failure(.unavailable, translated("The terminal can't be locked: {error}.", ["error": error.cause]))
    }
  }

  /// Says why nothing is locked, and waits until somebody at the terminal has read it: tmux(1) and others show what is behind
  /// the lock as soon as this program exits.
  static func waitUnlocked(_ failure: Failure) -> Never {
    // The guard locks again.
    if ProcessGuard.isHolding { Program.end(failure) }
    StandardStreams.writeDiagnostic(failure.sentence)
    if let terminal = try? LineTerminal() {
      terminal.onEvent = { [unowned terminal] event in
        if event == .lineEnd || event == .endOfInput { terminal.loop.stop() }
      }
      terminal.ask(translated("Nothing is locked. Press Enter to go on."), echoes: false)
      _ = terminal.loop.run()
      terminal.close()
    }
    exit(failure.status.rawValue)
  }
}
