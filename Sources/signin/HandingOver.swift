import Identity

extension Composition {
  /// Hands the result of a sign-in over with `deliver`. If that fails, nobody has the token, so its session ends.
  func handOver(_ signedIn: SignedIn, from program: String, _ deliver: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try deliver()
    } catch {
      if let session = signedIn.session {
        // The first failure is the one to report.
        _ = try? waitingForStore { () async throws(StoreError) in
          try await store.revoke(.id(session.id), from: .current(program: program))
        }
        close()
      }
      throw error
    }
  }
}
