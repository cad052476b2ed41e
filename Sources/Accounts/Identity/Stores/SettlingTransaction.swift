/// A transaction of a store that settles attempts. The rules of settling are here, once for all stores. A store has the
/// statements.
public protocol SettlingTransaction {
  /// Returns what concerns an attempt with `key`, locked until the transaction ends.
  func throttleState(about key: ThrottleKey, at now: Timestamp) throws -> ThrottleState

  /// Keeps what is different in `after`.
  func keep(_ after: ThrottleState, insteadOf before: ThrottleState) throws

  /// The number of the account that `subject` is linked to.
  func holder(of subject: Subject) throws -> Int64?

  /// Records the sign-in at the account. Returns false and does nothing unless it is the account of `email` still,
  /// unchanged since it was read, and not locked.
  func recordSignIn(to account: Account, of email: EmailAddress, at now: Timestamp) throws -> Bool

  /// Opens a session for `account`.
  func open(_ new: NewSession, for account: Account, at now: Timestamp) throws -> Session

  /// Settles the row of an attempt.
  func settle(_ attempt: Attempt, as outcome: AttemptOutcome) throws

  /// Settles the row of an attempt that belongs to the account of `email` from then on.
  func settle(_ attempt: Attempt, as outcome: AttemptOutcome, of email: EmailAddress) throws
}

extension SettlingTransaction {
  /// Carries out what `settlement` means for account, session, throttle and log, and returns the result.
  public func settle(
    _ attempt: Attempt, as settlement: Settlement, under throttle: Throttle, at now: Timestamp
  ) throws -> Settled {
    let settled = try settled(attempt, as: settlement, under: throttle, at: now)
    if case .signedInAs(_, let account, _) = settlement, case .signedIn = settled {
      try settle(attempt, as: settled.outcome, of: account.email)
    } else {
      try settle(attempt, as: settlement.outcome(after: settled))
    }
    return settled
  }

  /// Counts the end of a pending attempt. Returns what concerns its email and source from now on.
  /// - Parameter key: What it counts for; nil for what it was charged to.
  @discardableResult
  public func settleThrottle(
    _ attempt: Attempt, as key: ThrottleKey? = nil, hasFailed: Bool, at now: Timestamp
  ) throws -> ThrottleState {
    let key = key ?? attempt.throttleKey
    return try changeThrottle(about: key, at: now) { $0.settle(attempt.id, of: key, hasFailed: hasFailed, at: now) }
  }

  /// Ends a pending attempt that was neither a failure nor a success.
  public func passThrottle(_ attempt: Attempt, at now: Timestamp) throws {
    try changeThrottle(about: attempt.throttleKey, at: now) { $0.pass(attempt.id, at: now) }
  }

  private func settled(
    _ attempt: Attempt, as settlement: Settlement, under throttle: Throttle, at now: Timestamp
  ) throws -> Settled {
    switch settlement {
    case .signedIn(let account, let opening) where try recordSignIn(to: account, of: attempt.email, at: now):
      return .signedIn(try end(attempt, opening, for: account, at: now))
    case .signedInAs(let subject, let account, let opening)
    where try holder(of: subject) == account.id && recordSignIn(to: account, of: account.email, at: now):
      return .signedIn(try end(attempt, opening, for: account, at: now))
    case .signedIn, .signedInAs, .refused, .unconfirmed:
      let state = try settleThrottle(attempt, hasFailed: true, at: now)
      return .refused(blockedFor: throttle.secondsBlocked(attempt.throttleKey, in: state, at: now))
    case .cancelled:
      try settleThrottle(attempt, hasFailed: true, at: now)
      return .cancelled
    case .passed, .notAccepted:
      try passThrottle(attempt, at: now)
      return settlement == .passed ? .passed : .notAccepted
    }
  }

  /// Clears the failures of the name typed, and opens the session. A name that nobody had when it was charged is that of
  /// the account since.
  private func end(
    _ attempt: Attempt, _ opening: NewSession?, for account: Account, at now: Timestamp
  ) throws -> Session? {
    let key = attempt.email.isUnknown ? ThrottleKey(email: account.email.key, source: attempt.source.counted) : nil
    try settleThrottle(attempt, as: key, hasFailed: false, at: now)
    return try opening.map { try open($0, for: account, at: now) }
  }

  @discardableResult
  private func changeThrottle(
    about key: ThrottleKey, at now: Timestamp, _ change: (inout ThrottleState) -> Void
  ) throws -> ThrottleState {
    let before = try throttleState(about: key, at: now)
    var after = before
    change(&after)
    try keep(after, insteadOf: before)
    return after
  }
}

extension Attempt {
  /// The pair of email and source that the throttle counts.
  public var throttleKey: ThrottleKey { ThrottleKey(email: email.key, source: source.counted) }
}
