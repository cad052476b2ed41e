import Glibc
import Identity
import Programs
import Sentences
import Unix
import Wire

extension Composition {
  /// Hands the result of a sign-in over: runs the command, or writes the result to standard output. If that fails,
  /// nobody has the token, so its session ends.
  func handOver(_ signedIn: SignedIn, _ options: FormOptions) throws(Failure) {
    do throws(Failure) {
      try options.conclude(signedIn, self)
    } catch {
      end(signedIn)
      throw error
    }
    leaveKeeper()
  }

  /// Ends a session that is of no use any more. If that fails, it says so: the reason to end it is the one to report by
  /// the exit status.
  func end(_ signedIn: SignedIn) {
    guard signedIn.session != nil, let token = signedIn.token else { return }
    let client = client
    do throws(StoreError) {
      try wait { () async throws(StoreError) in
        // A keeper that was started again knows the session only by its token.
        if try await client.verify(token) != nil { try await client.endSession() }
      }
    } catch {
      StandardStreams.writeDiagnostic(
        translated("The session stays open until it expires. {reason}", ["reason": error.sentence]))
    }
    endKeeper()
  }

  /// Signs out the owner who signed in at this form.
  func signOut() throws(Failure) {
    let client = client
    do throws(StoreError) {
      try wait { () async throws(StoreError) in try await client.signOut() }
    } catch {
      throw Failure(error)
    }
  }
}
