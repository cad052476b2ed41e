/// A log that writes every attempt to a journal as well. Nothing is verified, and nobody is signed in, that is not in
/// the journal. See Decisions/0093-journal.md.
public actor JournalledAttemptLog: AttemptLog {
  private let log: any AttemptLog
  private let journal: any AttemptJournal
  /// The attempts that are charged and not settled, as far as this program made them.
  private var open: [AttemptID: JournalRecord] = [:]

  /// The attempts of `log`, also in `journal`.
  public init(_ log: any AttemptLog, journal: any AttemptJournal) {
    self.log = log
    self.journal = journal
  }

  /// Charges an attempt, then writes that it begins, or that it is blocked. If the journal refuses, the attempt fails
  /// and its password is not verified.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    let record = JournalRecord(email: email, outcome: .pending, source: source)
    let charge = try await log.charge(email, from: source, under: throttle)
    switch charge {
    case .admitted(let id):
      try journal.write(record)
      open[id] = record
    case .blocked, .disabled: try note(.throttled, of: record)
    case .mustWait: break
    }
    return charge
  }

  /// Writes the outcome, then settles the attempt. If the store decides otherwise, because the account has changed or
  /// the store fails, the journal says that too.
  public func settle(
    _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
  ) async throws(StoreError) -> Settled {
    let record = open[id]
    try note(settlement.outcome, of: record)
    let settled: Settled
    do throws(StoreError) {
      settled = try await log.settle(id, as: settlement, under: throttle)
    } catch {
      try note(.pending, of: record)
      throw error
    }
    open[id] = nil
    if settled.outcome != settlement.outcome { try note(settled.outcome, of: record) }
    return settled
  }

  private func note(_ outcome: AttemptOutcome, of record: JournalRecord?) throws(StoreError) {
    if let record { try journal.write(record.with(outcome)) }
  }

  /// The attempts in the log.
  public nonisolated func page(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage {
    try await log.page(of: query, before: id, limit: limit)
  }
}

extension JournalRecord {
  fileprivate func with(_ outcome: AttemptOutcome) -> JournalRecord {
    JournalRecord(email: email, outcome: outcome, source: source)
  }
}

extension Settlement {
  /// The outcome that is asked for.
  fileprivate var outcome: AttemptOutcome {
    switch self {
    case .signedIn: .signedIn
    case .refused: .refused
    case .cancelled: .cancelled
    }
  }
}
