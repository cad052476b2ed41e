public import Identity
public import Secrets

extension AccountClient {
  /// Signs in.
  /// - Parameters:
  ///   - session: Whether to open a session, asked when somebody signs in.
  ///   - requiresSecondStep: Whether to sign in only to an account with a second step.
  public nonisolated func signIn(
    session: @escaping @Sendable () -> Bool, requiresSecondStep: Bool = false
  ) -> any SigningIn {
    ClientSigningIn(client: self) {
      Begin(.signIn, $0, wantsSession: session(), hasSecrets: $1, requiresSecondStep: requiresSecondStep)
    }
  }

  /// Signs in to one account only, and opens no session: unlocks the terminal that it locked.
  public nonisolated func unlock(_ account: AccountReference) -> any SigningIn {
    ClientSigningIn(client: self) {
      Begin(.signIn, $0, wantsSession: false, hasSecrets: $1, account: account)
    }
  }

  /// The email that an account has now; nil if it is gone.
  public func currentEmail(of account: AccountReference) async throws(StoreError) -> EmailAddress? {
    guard case .email(let email) = try await ask(.owner(account)).reply else { throw .service(.nonsense) }
    return email
  }

  /// Creates accounts, and signs in.
  /// - Parameter session: Whether to open a session, asked when somebody signs in.
  public nonisolated func signUp(session: @escaping @Sendable () -> Bool) -> any SigningUp {
    ClientSigningUp(client: self, wantsSession: session)
  }

  /// Changes the account of whoever has signed in.
  public nonisolated func changing(_ change: OwnChange) -> any SigningIn {
    ClientSigningIn(client: self) { Begin(change, $0, hasSecrets: $1) }
  }

  /// Links a name to the account of whoever has signed in.
  public nonisolated var linking: any SigningIn {
    ClientSigningIn(client: self) { Begin(.link, $0, wantsSession: false, hasSecrets: $1) }
  }

  /// The token of a session that this form has opened.
  func remember(_ token: SecureToken?) { (session, isSignedIn) = (token ?? session, true) }

  /// Returns the session of a token, or nil if the token is not valid. It becomes the session of this connection.
  public func verify(_ token: SecureToken) async throws(StoreError) -> Session? {
    guard case .verified(let session) = try await ask(nil, [.token(token)]).reply else { throw .service(.nonsense) }
    if session != nil { remember(token) }
    return session
  }

  /// Signs the owner out of this connection. Its session ends, and the log has a row about it.
  public func signOut() async throws(StoreError) {
    guard case .done = try await ask(.signOut).reply else { throw .service(.nonsense) }
  }

  /// Ends the session of this connection, because it is of no use any more.
  public func endSession() async throws(StoreError) {
    guard case .done = try await ask(.endSession).reply else { throw .service(.nonsense) }
  }
}
