/// The log of every attempt, and the count of failures that goes with it. Every operation is one atomic step, also
/// against other processes.
public protocol AttemptLog: Sendable {
  /// Asks `throttle` and records the attempt, in one step: blocked, or counted as a failure in advance, for its email and
  /// its source. Because the charge comes before the answer, killing the program frees no attempt; because it is one step,
  /// no number of programs at once gets more attempts than the rule gives. Emails without an account are treated alike.
  func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge

  /// Says what became of a charged attempt; only the first time counts. ``Settlement/signedIn`` forgets the failures of
  /// the email and takes the charge back from the source; the others leave both counted.
  func settle(_ id: AttemptID, as settlement: Settlement) async throws(StoreError)

  /// At most `limit` of the attempts that `query` asks for, newest first: from the newest on when `id` is nil, else from the
  /// first one before it. Paging by key, so no attempt comes twice or is left out, however many are written meanwhile.
  ///
  /// A search may have to look at many attempts. When its task is cancelled it stops soon: the page then has what had been
  /// found, and says where the search would go on. How many will be found in all is never known.
  func page(of query: AttemptQuery, before id: AttemptID?, limit: Int) async throws(StoreError) -> AttemptPage
}

/// The answer to a charge.
public enum Charge: Sendable, Hashable {
  /// Verify, then settle.
  case admitted(AttemptID)
  /// Do not verify: nobody may try for that many seconds.
  case blocked(seconds: Int)
}

/// How a charged attempt ends.
public enum Settlement: Sendable, Hashable {
  /// Right email and password.
  case signedIn
  /// Wrong email or password.
  case refused
  /// Given up before the answer.
  case cancelled
}

extension Settlement {
  /// The outcome that the row of the attempt gets.
  public var outcome: AttemptOutcome {
    switch self {
    case .signedIn: .signedIn
    case .refused: .refused
    case .cancelled: .cancelled
    }
  }
}
