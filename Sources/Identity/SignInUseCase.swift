public import Secrets

/// Signs somebody in. ``SignInUseCase`` is the one real implementation; tests script another.
public protocol SigningIn: Sendable {
  /// Never throws and never hangs on to the password. Cancelling the task ends it early, see
  /// ``SignInOutcome/cancelled``.
  @concurrent
  func signIn(_ email: EmailAddress, _ password: SealedPassword) async -> SignInOutcome
}

/// The policy of signing in, step by step: charge the attempt, verify, open a session if one is wanted, record.
///
/// The attempt is charged before anything is verified, let alone answered, so leaving early, by cancelling or by a kill,
/// frees none. That the email and password are fit to be tried is in their types.
public struct SignInUseCase: SigningIn {
  /// Whether signing in opens a session.
  public enum SessionWish: Sendable, Hashable {
    /// No session: nobody would hold its token.
    case none
    /// A session that lives that long, its token handed to the caller.
    case open(SessionLifetime)
  }

  private let authenticator: any Authenticator
  private let attempts: any AttemptLog
  private let sessions: any SessionStore
  private let source: AttemptSource
  private let throttle: Throttle
  private let wish: SessionWish

  /// - Parameters:
  ///   - authenticator: Tells right from wrong.
  ///   - attempts: Where attempts are charged and recorded.
  ///   - sessions: Where a session is opened, if `session` wants one.
  ///   - source: Where all attempts of this program come from.
  ///   - throttle: The rule for failures.
  ///   - session: Whether to open a session.
  public init(
    authenticator: any Authenticator, attempts: any AttemptLog, sessions: any SessionStore, source: AttemptSource,
    throttle: Throttle = Throttle(), session: SessionWish
  ) {
    self.authenticator = authenticator
    self.attempts = attempts
    self.sessions = sessions
    self.source = source
    self.throttle = throttle
    wish = session
  }

  /// Signs in, or says why not.
  @concurrent
  public func signIn(_ email: EmailAddress, _ password: SealedPassword) async -> SignInOutcome {
    guard !Task.isCancelled else { return .cancelled }
    do {
      switch try await attempts.charge(email, from: source, under: throttle) {
      case .blocked(let seconds): return .throttled(seconds: seconds)
      case .admitted(let attempt): return try await verify(email, password, charged: attempt)
      }
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }

  private func verify(
    _ email: EmailAddress, _ password: SealedPassword, charged attempt: AttemptID
  ) async throws(StoreError) -> SignInOutcome {
    guard !Task.isCancelled else { return try await giveUp(attempt) }
    let authentication = try await authenticator.authenticate(email, password)
    guard !Task.isCancelled else { return try await giveUp(attempt) }
    guard case .accepted(let account) = authentication, let signedIn = try await openSession(for: account) else {
      try await attempts.settle(attempt, as: .refused)
      return .refused
    }
    return try await record(signedIn, charged: attempt)
  }

  private func giveUp(_ attempt: AttemptID) async throws(StoreError) -> SignInOutcome {
    try await attempts.settle(attempt, as: .cancelled)
    return .cancelled
  }

  /// Nil when the account changed while its password was being verified.
  private func openSession(for account: Account) async throws(StoreError) -> SignedIn? {
    guard case .open(let lifetime) = wish else { return SignedIn(email: account.email) }
    let token = SecureToken()
    guard let session = try await sessions.open(token.digest, for: account, lasting: lifetime) else { return nil }
    return SignedIn(email: account.email, session: session, token: token)
  }

  /// Until the log says so, nobody is signed in; and who cancelled meanwhile, is not.
  private func record(_ signedIn: SignedIn, charged attempt: AttemptID) async throws(StoreError) -> SignInOutcome {
    do {
      try await attempts.settle(attempt, as: .signedIn)
    } catch {
      await withdraw(signedIn)
      throw error
    }
    guard !Task.isCancelled else {
      await withdraw(signedIn)
      return .cancelled
    }
    return .signedIn(signedIn)
  }

  /// Ends the session that was just opened. If even that fails nothing is lost: nobody ever sees its token.
  private func withdraw(_ signedIn: SignedIn) async {
    guard let session = signedIn.session else { return }
    _ = try? await sessions.revoke(.id(session.id))
  }
}
