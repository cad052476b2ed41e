/// The log of every attempt and every change, with the count of failures. Every operation is one atomic step, for other
/// processes too.
public protocol AttemptLog: Sendable {
  /// Asks `throttle` and records the attempt in one step. The attempt is blocked, or counted in advance as a failure of
  /// its email and its source.
  ///
  /// The charge comes before the answer, so killing the program does not give the attempt back. It is one step, so
  /// running many programs at once does not give more attempts than the rule. Emails without an account are treated
  /// alike.
  ///
  /// A blocked attempt joins the row of the last one of its email, user and host, if nothing else happened to that email
  /// since. So a flood of them adds no rows. See Decisions/0081-log-has-limits.md.
  func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge

  /// Records the outcome of a charged attempt. Only the first call counts. ``Settlement/signedIn`` clears the failures
  /// of the email and takes the charge back from the source. The other outcomes leave both counted.
  func settle(_ id: AttemptID, as settlement: Settlement) async throws(StoreError)

  /// Records that the owner of `email` signed out where no session was open. See ``LoggedChange/signedOut``.
  func recordSignOut(of email: EmailAddress, from source: AttemptSource) async throws(StoreError)

  /// Returns at most `limit` of the attempts that match `query`, newest first. They begin with the newest one before
  /// `id`, or the newest of all if `id` is nil. Pages go by key, so no attempt comes twice or is left out, however many
  /// are written meanwhile.
  ///
  /// A search may have to read many attempts. It stops soon after its task is cancelled. The page then has the attempts
  /// found so far, and tells where the search would go on. The total is never known.
  func page(of query: AttemptQuery, before id: AttemptID?, limit: Int) async throws(StoreError) -> AttemptPage
}

/// The answer to a charge.
public enum Charge: Sendable, Hashable {
  /// Verify the password, then settle the attempt.
  case admitted(AttemptID)
  /// Do not verify. No attempt is allowed for that many seconds.
  case blocked(seconds: Int)
}

/// The end of a charged attempt.
public enum Settlement: Sendable, Hashable {
  /// Right email and password.
  case signedIn
  /// Wrong email or password.
  case refused
  /// Cancelled before the answer.
  case cancelled
}

extension Settlement {
  /// The outcome in the attempt's row.
  public var outcome: AttemptOutcome {
    switch self {
    case .signedIn: .signedIn
    case .refused: .refused
    case .cancelled: .cancelled
    }
  }
}
