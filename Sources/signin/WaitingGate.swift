import Glibc
import Identity
import IdentitySQLite
import Sentences
import Unix

/// A gate that waits in front of its command, which has a terminal of its own. The session ends with the command. See
/// Decisions/0091-own-terminal.md.
struct WaitingGate {
  let command: GatedCommand
  let composition: Composition

  /// Runs the command, ends the session, and exits as the command did.
  func run(for signedIn: SignedIn) throws(Failure) -> Never {
    StandardStreams.reportUnlockedMemory()
    let ending: PseudoTerminal.Ending
    do {
      ending = try command.runOnOwnTerminal(for: signedIn, proving: composition.settings.tokenDescriptor)
    } catch {
      end(signedIn.session)
      throw error
    }
    end(signedIn.session)
    switch ending {
    case .exited(let status): exit(status)
    case .killed(let number): ProcessSignals.die(by: number)
    }
  }

  /// Ends the session. If that fails, the command's exit status remains, because the command has run.
  private func end(_ session: Session?) {
    guard let session else { return }
    do {
      _ = try waitingForStore { [store = composition.store] () async throws(StoreError) in
        try await store.revoke(.id(session.id))
      }
      composition.close()
    } catch {
      StandardStreams.writeDiagnostic(
        translated("The session stays open until it expires. {reason}", ["reason": error.sentence]))
    }
  }
}
