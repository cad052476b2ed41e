import Glibc
import Identity
import ProgramSupport
import Secrets
import Sentences
import Unix
import AccountService

extension Composition {
  /// Hands the result of a sign-in over: runs the command, or writes the result to standard output. If that fails, the
  /// token is lost, so its session ends.
  func handOver(_ signedIn: SignedIn, _ options: FormOptions) throws(Failure) {
    settleKeeping(signedIn, options)
    do throws(Failure) {
      try options.conclude(signedIn, self)
    } catch {
      end(signedIn)
      throw error
    }
    leave()
  }

  /// Ends a session that is not needed. A failure is only reported: the exit status has the reason to end it.
  func end(_ signedIn: SignedIn) {
    // A session that is kept is the terminal's.
    guard signedIn.session != nil, let token = signedIn.token, !kept.isKept else { return }
    end(token)
    close()
  }

  private func end(_ token: SecureToken) {
    let client = client
    do throws(StoreError) {
      try loop.run { () async throws(StoreError) in try await client.end(token) }
    } catch {
      StandardStreams.writeDiagnostic(
        translated("The session stays open until it expires. {reason}", ["reason": error.sentence]))
    }
  }

  /// Ends the sessions whose token is lost: the one that a kept session replaces, and one that could not be kept.
  private func settleKeeping(_ signedIn: SignedIn, _ options: FormOptions) {
    kept.report()
    if let replaced = kept.takeReplaced() { end(replaced) }
    if options.isPersonal && !options.readsPasswordFromStandardInput { end(signedIn) }
  }

  /// Ends the session that a kept session replaces, before the program ends, which waits a second for that.
  func endReplaced() {
    guard let replaced = kept.takeReplaced() else { return }
    let client = client
    loop.run(atMost: .seconds(1)) { try? await client.end(replaced) }
  }

  /// Whether the session of a sign-in has ended while its user looked at the activity. False if the service can't be
  /// asked, or takes longer than a second.
  func hasEnded(_ signedIn: SignedIn) -> Bool {
    guard let token = signedIn.token else { return false }
    let client = client
    return loop.run(atMost: .seconds(1)) { (try? await client.verify(token) == nil) ?? false } ?? false
  }

  /// Signs out the owner who signed in at this form, or on this connection, unless the session has ended already.
  /// - Parameter signedIn: The sign-in, by whose token a service that was started again knows the owner.
  func signOut(_ signedIn: SignedIn? = nil) throws(Failure) {
    let client = client
    do throws(StoreError) {
      try loop.run { () async throws(StoreError) in
        if let token = signedIn?.token { _ = try await client.verify(token) }
        try await client.signOut()
      }
    } catch {
      if error != .service(.sessionEnded) { throw Failure(error) }
    }
  }
}

extension AccountClient {
  /// Ends the session of a token. A service that was started again knows the session only by it.
  fileprivate func end(_ token: SecureToken) async throws(StoreError) {
    if try await verify(token) != nil { try await endSession() }
  }
}
