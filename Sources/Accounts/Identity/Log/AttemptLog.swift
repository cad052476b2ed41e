/// Reads the log of every attempt and every change.
public protocol AttemptReading: Sendable {
  /// Returns at most `limit` of the attempts that match `query`, newest first, in the order of ``AttemptID``. They begin
  /// with the newest one before `id`, or the newest of all if `id` is nil. Pages go by key, so no attempt comes twice or
  /// is left out, however many are written meanwhile, and however the clock is set.
  ///
  /// An owner's pages have other numbers in the place of ``AttemptID/number``, so that rows do not count those of others.
  ///
  /// An email that has no rows stands for the rows of a login that nobody has, see ``EmailAddress/init(unknown:by:)``. An
  /// owner sees none of them.
  ///
  /// A search may have to read many attempts. It stops soon after its task is cancelled. The page then has the attempts
  /// found so far, and tells where the search would go on. The total is never known.
  func page(of query: AttemptQuery, before id: AttemptID?, limit: Int) async throws(StoreError) -> AttemptPage
}

/// The log of every attempt and every change, with the count of failures. Every operation is one atomic step, for other
/// processes too.
public protocol AttemptLog: AttemptReading {
  /// Asks `throttle` and records the attempt in one step. If others are pending that could block it, nothing is
  /// recorded, and the caller asks again. The same step reads what the verification needs, so it reads nothing later.
  ///
  /// The charge comes before the answer, so killing the program does not give the attempt back: an attempt that is not
  /// settled becomes a failure. It is one step, so running many programs at once does not give more attempts than the
  /// rule. Emails without an account are treated alike.
  ///
  /// A blocked attempt joins the row of the last one of its email, user and host, if nothing else happened to that email
  /// since. What the limits of a source block joins one row of that source for each day, and at an account one of the account.
  /// So a flood adds few rows, see ``BlockedAttempt``.
  func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge

  /// The same for a login that somebody typed. If neither an account nor a link has it, the step counts and records it
  /// under ``EmailAddress/init(unknown:by:)``, and never in clear: it may be a password in the wrong field. The work is
  /// the same for every login.
  func charge(
    typed login: Login, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge

  /// Records the outcome of a charged attempt, and opens its session, in one step. Only the first call counts: a later
  /// one is refused.
  ///
  /// ``Settlement/signedIn(_:opening:)`` clears the failures of the email that came from the same source. It is refused
  /// if the account was changed, locked or removed since it was read, which its ``Account/revision`` reveals. So is
  /// ``Settlement/signedInAs(_:_:opening:)``, also if the subject is linked to that account no more.
  /// ``Settlement/passed`` and ``Settlement/notAccepted`` leave the failures as they are. The other outcomes are failures.
  /// `throttle` gives the length of the block then.
  func settle(
    _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
  ) async throws(StoreError) -> Settled

  /// Records that `owner` signed out where no session was open. See ``LoggedChange/signedOut``. Does nothing if they are
  /// no longer the owner: the rows of the email are somebody else's then.
  func recordSignOut(of owner: Owner, from source: AttemptSource) async throws(StoreError)
}

/// The answer to a charge.
public enum Charge: Sendable, Hashable {
  /// Verify the answer, then settle the attempt.
  case admitted(Admission)
  /// Do not verify yet. Others are pending that could block this attempt; ask again soon. Nothing was recorded.
  case mustWait
  /// Do not verify. No attempt is allowed for that many seconds.
  case blocked(seconds: Int)
  /// Do not verify. No attempt with this email is allowed until an administrator clears its failures.
  case disabled
}

/// The end of a charged attempt.
public enum Settlement: Sendable, Hashable {
  /// The person is the owner of that account, as it was when it was charged. The session, if one is given, is opened
  /// for it.
  case signedIn(Account, opening: NewSession?)
  /// The same by another provider's proof of the subject, which is linked to the account. The row becomes one of the
  /// account, whatever name was typed.
  case signedInAs(Subject, Account, opening: NewSession?)
  /// Wrong email or password.
  case refused
  /// The same, of somebody who is signed in already. It counts like any refusal, and the log tells it apart.
  case unconfirmed
  /// Cancelled before the answer.
  case cancelled
  /// The answer was right, and another one is needed. Neither a failure nor a success.
  case passed
  /// The answer proves nothing, whether it is right or wrong, or nothing could check it. Neither a failure nor a success.
  case notAccepted
}

/// The result of settling an attempt, as the log has it.
public enum Settled: Sendable, Hashable {
  /// The user is signed in, in this session if one was asked for.
  case signedIn(Session?)
  /// The user is not signed in. The next attempt with this email from this source is blocked for that many seconds,
  /// rounded up, or not at all if nil.
  case refused(blockedFor: Int?)
  /// The attempt is recorded as cancelled.
  case cancelled
  /// The attempt is recorded as passed.
  case passed
  /// The attempt is recorded as not accepted.
  case notAccepted
}

extension Settlement {
  /// The outcome in the attempt's row, after this settlement had that result.
  public func outcome(after settled: Settled) -> AttemptOutcome {
    if case (.unconfirmed, .refused) = (self, settled) { return .unconfirmed }
    return settled.outcome
  }
}

extension Settled {
  /// The outcome in the attempt's row, of any settlement but ``Settlement/unconfirmed``.
  public var outcome: AttemptOutcome {
    switch self {
    case .signedIn: .signedIn
    case .refused: .refused
    case .cancelled: .cancelled
    case .passed: .passed
    case .notAccepted: .notAccepted
    }
  }
}
