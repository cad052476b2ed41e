import Identity
import Programs
import Sentences

extension Composition {
  /// Hands the result of a sign-in over with `deliver`. If that fails, nobody has the token, so its session ends.
  func handOver(_ signedIn: SignedIn, from program: String, _ deliver: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try deliver()
    } catch {
      end(signedIn.session, from: program)
      throw error
    }
  }

  /// Ends a session that is of no use any more. If that fails, it says so: the reason to end it is the one to report by
  /// the exit status.
  func end(_ session: Session?, from program: String) {
    guard let session else { return }
    do throws(Failure) {
      _ = try waitingForStore { [store] () async throws(StoreError) in
        try await store.revoke(.id(session.id), from: .current(program: program))
      }
    } catch {
      StandardStreams.writeDiagnostic(
        translated("The session stays open until it expires. {reason}", ["reason": error.sentence]))
    }
    close()
  }
}
