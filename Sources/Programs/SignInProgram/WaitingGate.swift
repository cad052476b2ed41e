import Glibc
import Identity
import ProgramSupport
import Settings
import Sentences
import Unix

/// A gate that waits in front of its command, which has a terminal of its own. The session ends with the command. See
/// Decisions/0091-own-terminal.md.
@MainActor struct WaitingGate {
  let command: GatedCommand
  let composition: Composition

  /// Runs the command, ends the session, and exits as the command did.
  /// - Throws: A failure if the command could not be run. The session is still open then.
  func run(for signedIn: SignedIn) throws(Failure) -> Never {
    let ending = try command.runOnOwnTerminal(for: signedIn, proving: composition.settings.tokenDescriptor)
    composition.end(signedIn)
    switch ending {
    case .exited(let status): exit(status)
    case .killed(let number):
      // A signal skips what is done at exit.
      StandardStreams.reportUnlockedMemory()
      ProcessSignals.die(by: number)
    }
  }
}
