import Glibc
import Identity
import Settings
import SignInUI
import Unix

/// `signin lock`: the form for the account of the terminal's last session, which nothing else leaves.
///
/// Programs such as tmux(1) unlock as soon as this one exits, for whatever reason. See Decisions/0108.
@MainActor enum TerminalLock {
  /// The signals that end it: the terminal is gone, or the machine shuts down. Only the same user and root can send them, and both can kill it.
  private static let endings = [SIGHUP, SIGTERM]

  /// Returns after that account has signed in.
  /// - Throws: A failure if the terminal can't be taken. Then nothing was locked.
  static func hold(
    for login: Login, _ options: FormOptions, _ settings: Settings, _ engine: OpenedStore.Engine
  ) throws(Failure) {
    var options = options
    options.lock = login
    ProcessSignals.ignore(allBut: endings)
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
}
