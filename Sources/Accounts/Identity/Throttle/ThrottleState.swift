/// All that a ``Throttle`` remembers, or the part of it that concerns one attempt: the runs of its email and of its uid,
/// and all pending attempts.
public struct ThrottleState: Sendable, Hashable, Codable {
  /// Failures in a row. A success removes the run of its email and source.
  public var runs: [ThrottleKey: FailureRun]
  /// Attempts that were admitted and not settled yet.
  public var pending: [AttemptID: PendingAttempt]
  /// The emails that are at home at a source, or wait there.
  public var pairs: [ThrottleKey: ThrottlePair]

  /// Runs and attempts from a store; nothing by default.
  public init(
    runs: [ThrottleKey: FailureRun] = [:], pending: [AttemptID: PendingAttempt] = [:],
    pairs: [ThrottleKey: ThrottlePair] = [:]
  ) {
    self.runs = runs
    self.pending = pending
    self.pairs = pairs
  }

  /// A state in a message. An earlier version knows no pairs.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    runs = try values.decode([ThrottleKey: FailureRun].self, forKey: .runs)
    pending = try values.decode([AttemptID: PendingAttempt].self, forKey: .pending)
    pairs = try values.decodeIfPresent([ThrottleKey: ThrottlePair].self, forKey: .pairs) ?? [:]
  }

  /// How long a source counts a run. An older one concerns only its own email.
  public static let memoryOfSources = SourceLimits.memory

  /// Ends the attempt `id`, made with `key`. A success clears the failures of its email that came from its own source,
  /// and no others: otherwise a stranger elsewhere could tell that somebody has signed in. The email is at home there then.
  public mutating func settle(_ id: AttemptID, of key: ThrottleKey, hasFailed: Bool, at now: Timestamp) {
    advance(to: now)
    let attempt = pending.removeValue(forKey: id)
    // Its failures may have moved to another email meanwhile.
    let key = attempt?.key ?? key
    if !hasFailed {
      runs[key] = nil
      pairs[key] = ThrottlePair(succeeded: now)
    } else if attempt != nil {  // an overdue one counts already
      runs[key] = FailureRun(runs[key], failedAt: now)
    }
  }

  /// Ends the attempt `id`, whose answer was right, but not the last one. It is neither a failure nor a success.
  public mutating func pass(_ id: AttemptID, at now: Timestamp) {
    advance(to: now)
    pending[id] = nil
  }

  /// Forgets the failures and the pending attempts that are chosen, and returns their number.
  public mutating func clear(_ selection: ThrottleSelection) -> Int {
    let cleared = runs.filter { selection.includes($0.key) }
    let ended = pending.filter { selection.includes($0.value.key) }
    runs = runs.filter { cleared[$0.key] == nil }
    pending = pending.filter { ended[$0.key] == nil }
    for key in pairs.keys where selection.includes(key) { leaveLine(key) }
    return Array(cleared.values).failures.addingSaturated(ended.count)
  }

  /// Brings everything to the present. Overdue and abandoned attempts become failures. Times in the future count as now: setting back
  /// a clock that was ahead must not block anybody.
  mutating func advance(to now: Timestamp) {
    for (id, attempt) in pending {
      let charged = min(attempt.charged, now)
      let due = attempt.isAbandoned ? charged : charged.advanced(by: Throttle.longestVerification)
      if now < due {
        pending[id]?.charged = charged
      } else {
        pending[id] = nil
        runs[attempt.key] = FailureRun(runs[attempt.key], failedAt: due)
      }
    }
    runs = runs.mapValues { $0.noLater(than: now) }
    pairs = pairs.compactMapValues { $0.current(at: now) }
  }

  /// The runs of one email, from all sources.
  func runs(of email: String) -> [FailureRun] {
    runs.compactMap { $0.key.email == email ? $0.value : nil }
  }
}

/// An email and a source. Failures are counted for each pair.
public struct ThrottleKey: Sendable, Hashable, Codable {
  /// ``EmailAddress/key`` of the email.
  public let email: String
  /// The source.
  public let source: ThrottleSource

  /// The pair of an email and a source.
  public init(email: String, source: ThrottleSource) {
    self.email = email
    self.source = source
  }
}

/// An admitted attempt whose answer is not known yet.
public struct PendingAttempt: Sendable, Hashable, Codable {
  /// Its email and source.
  public let key: ThrottleKey
  /// The time at which it was admitted.
  public var charged: Timestamp
  /// Whether the process that verified it has ended, so that nobody will settle it.
  public let isAbandoned: Bool

  /// An attempt from a store.
  public init(key: ThrottleKey, charged: Timestamp, isAbandoned: Bool = false) {
    self.key = key
    self.charged = charged
    self.isAbandoned = isAbandoned
  }
}
