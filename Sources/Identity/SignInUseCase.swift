public import Secrets

/// Signs a user in. ``SignInUseCase`` implements it; tests use a scripted one.
public protocol SigningIn: Sendable {
  /// Signs in. Never throws and never keeps the password. Cancelling the task ends it early, see
  /// ``SignInOutcome/cancelled``.
  @concurrent
  func signIn(_ email: EmailAddress, _ password: SealedPassword) async -> SignInOutcome
}

/// The steps of signing in: charge the attempt, verify, open a session if one is wanted, record.
///
/// The attempt is charged before anything is verified or answered, so leaving early, by cancelling or by a kill, does
/// not give it back. The types guarantee that the email and password are valid input.
public struct SignInUseCase: SigningIn {
  /// Whether signing in opens a session.
  public enum SessionWish: Sendable, Hashable {
    /// No session: there is no holder for its token.
    case none
    /// A session with that lifetime. The caller gets its token.
    case open(SessionLifetime)
  }

  private let authenticator: any Authenticator
  private let attempts: any AttemptLog
  private let sessions: any SessionStore
  private let source: AttemptSource
  private let throttle: Throttle
  private let wish: SessionWish

  /// - Parameters:
  ///   - authenticator: Checks the credentials.
  ///   - attempts: The log in which attempts are charged and recorded.
  ///   - sessions: The store for the session, if `session` asks for one.
  ///   - source: The source of all attempts of this program.
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

  /// Signs in, or returns the reason why not.
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

  /// Returns nil if the account changed while its password was being verified.
  private func openSession(for account: Account) async throws(StoreError) -> SignedIn? {
    guard case .open(let lifetime) = wish else { return SignedIn(email: account.email) }
    let token = SecureToken()
    guard let session = try await sessions.open(token.digest, for: account, lasting: lifetime) else { return nil }
    return SignedIn(email: account.email, session: session, token: token)
  }

  /// The user is signed in only once the log says so, and not if the task was cancelled meanwhile.
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

  /// Ends the session that was just opened. If even that fails, nothing is lost: nobody ever sees its token.
  private func withdraw(_ signedIn: SignedIn) async {
    guard let session = signedIn.session else { return }
    _ = try? await sessions.revoke(.id(session.id), from: source)
  }
}
