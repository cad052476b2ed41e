public import Secrets

/// Signs a user in. ``SignInUseCase`` implements it; tests use a scripted one.
public protocol SigningIn: Sendable {
  /// Signs in. Never throws and never keeps the password. Cancelling the task ends it early, see
  /// ``SignInOutcome/cancelled``.
  @concurrent
  func signIn(_ email: EmailAddress, _ password: SealedPassword) async -> SignInOutcome
}

/// The steps of signing in: wait for the attempt's turn and charge it, verify, and settle it. Settling records the
/// outcome and opens the session in one step.
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
  private let turn: Turn

  /// - Parameters:
  ///   - authenticator: Checks the credentials.
  ///   - attempts: The log in which attempts are charged and recorded.
  ///   - sessions: Ends the session of a sign-in that is cancelled just after it was recorded.
  ///   - source: The source of all attempts of this program.
  ///   - throttle: The rule for failures.
  ///   - session: Whether to open a session.
  ///   - turn: How to wait for attempts of others that are pending.
  public init(
    authenticator: any Authenticator, attempts: any AttemptLog, sessions: any SessionStore, source: AttemptSource,
    throttle: Throttle = Throttle(), session: SessionWish, turn: Turn = Turn()
  ) {
    self.authenticator = authenticator
    self.attempts = attempts
    self.sessions = sessions
    self.source = source
    self.throttle = throttle
    wish = session
    self.turn = turn
  }

  /// Signs in, or returns the reason why not.
  @concurrent
  public func signIn(_ email: EmailAddress, _ password: SealedPassword) async -> SignInOutcome {
    await signIn(email, password, verifying: authenticator.authenticate)
  }

  /// A way to check whether a password opens the account of an email, as ``Authenticator`` does.
  typealias Verification = (EmailAddress, SealedPassword) async throws(StoreError) -> Authentication

  /// Signs in, with another way to verify the password.
  func signIn(
    _ email: EmailAddress, _ password: SealedPassword, verifying authenticate: Verification
  ) async -> SignInOutcome {
    guard !Task.isCancelled else { return .cancelled }
    do {
      let charge = try await turn.wait { () async throws(StoreError) in
        try await attempts.charge(email, from: source, under: throttle)
      }
      switch charge {
      case .mustWait: return Task.isCancelled ? .cancelled : .throttled(seconds: 1)
      case .blocked(let seconds): return .throttled(seconds: seconds)
      case .disabled: return .disabled
      case .admitted(let attempt): return try await verify(email, password, by: authenticate, charged: attempt)
      }
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }

  private func verify(
    _ email: EmailAddress, _ password: SealedPassword, by authenticate: Verification, charged attempt: AttemptID
  ) async throws(StoreError) -> SignInOutcome {
    guard !Task.isCancelled else { return try await settle(attempt, as: .cancelled) }
    let authentication = try await authenticate(email, password)
    guard !Task.isCancelled else { return try await settle(attempt, as: .cancelled) }
    guard case .accepted(let account) = authentication else { return try await settle(attempt, as: .refused) }
    let token = SecureToken()
    let opening = wish.lifetime.map { NewSession(token: token.digest, lifetime: $0) }
    return try await settle(attempt, as: .signedIn(account, opening: opening)) { session in
      session.map { SignedIn(email: account.email, session: $0, token: token) } ?? SignedIn(email: account.email)
    }
  }

  /// The user is signed in only once the log says so, and not if the task was cancelled meanwhile.
  private func settle(
    _ attempt: AttemptID, as settlement: Settlement, signedIn: (Session?) -> SignedIn? = { _ in nil }
  ) async throws(StoreError) -> SignInOutcome {
    switch try await attempts.settle(attempt, as: settlement, under: throttle) {
    case .refused(let seconds): return .refused(blockedFor: seconds)
    case .cancelled: return .cancelled
    case .signedIn(let session):
      if !Task.isCancelled, let signedIn = signedIn(session) { return .signedIn(signedIn) }
      // If this fails, nothing is lost: nobody ever sees the session's token.
      if let session { _ = try? await sessions.revoke(.id(session.id), from: source) }
      return .cancelled
    }
  }
}

extension SignInUseCase.SessionWish {
  fileprivate var lifetime: SessionLifetime? {
    if case .open(let lifetime) = self { lifetime } else { nil }
  }
}
