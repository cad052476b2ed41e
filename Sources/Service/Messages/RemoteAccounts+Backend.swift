public import Identity
public import Secrets

extension RemoteAccounts {
  /// Signs in at the service.
  public nonisolated func signIn(session: Bool, requiresSecondStep: Bool) -> any SigningIn {
    RemoteSigningIn(self, session: session, requiresSecondStep: requiresSecondStep)
  }

  /// Creates accounts at the service, and signs in.
  public nonisolated func signUp(session: Bool) -> any SigningUp { RemoteSigningUp(self, session: session) }

  /// Changes the password of the user who has signed in.
  public var changePassword: any ChangingPassword { RemotePasswordChange(self) }

  /// Changes the account of whoever has signed in.
  public nonisolated func changing(_ change: OwnChange) -> any SigningIn { RemoteSigningIn.changing(change, self) }

  /// The account of whoever has signed in.
  public var account: any ReadingAccount { RemoteAccount(self) }

  /// Links a name to the account of the user who has signed in.
  public var linking: any SigningIn { RemoteSigningIn.linking(self) }

  /// The activity of the user who has signed in.
  public var activity: any ReadingActivity { RemoteActivity(self) }

  /// The token of a session that this form has opened.
  func remember(_ token: SecureToken) { session = token }

  /// Returns the session of a token, or nil if the token is not valid. It becomes the session of this connection.
  public func verify(_ token: SecureToken) async throws(StoreError) -> Session? {
    guard case .verified(let session) = try await ask(nil, [.token(token)]).reply else { throw .service(.nonsense) }
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
