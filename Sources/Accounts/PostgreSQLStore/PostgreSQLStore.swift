internal import Glibc
public import Identity
internal import Secrets
internal import Synchronization

/// Accounts, sessions and attempts in PostgreSQL, shared by the services of any number of machines.
///
/// Creating it does no work: the first operation connects. Each operation blocks its thread, for 10 s at most. So call
/// them off the main actor. An operation that has begun is finished even if its task is cancelled. Times are those of the
/// server, so that the clocks of the machines do not matter.
public final class PostgreSQLStore: Sendable {
  /// The longest time for an operation.
  static let timeout = Duration.seconds(5)
  /// The longest time to find out whether an operation was kept, once its answer is lost.
  private static let patienceAfterLoss = Duration.seconds(3)
  /// How often a transaction begins again that was undone by no fault of its own.
  private static let mostAttempts = 5

  let place: PostgreSQLPlace
  let clock: (any WallClock)?
  let journal: (any AttemptJournal)?
  let reasons = LastReason()
  private let pool: ConnectionPool
  /// See ``loginKey()``.
  let knownLoginKey = Mutex<LoginKey?>(nil)
  /// When the partitions of the log are looked at again.
  private let upkeep = Mutex<ContinuousClock.Instant>(.now)

  /// The store at `place`.
  /// - Parameters:
  ///   - journal: A second place for the log. If it refuses a row, the store undoes the change.
  ///   - clock: The clock of a test. Nil for the server's own.
  ///   - timelines: The file that remembers the newest history of the servers, so that an old primary is not believed
  ///     after a restart either; nil for none.
  public init(
    at place: PostgreSQLPlace, journal: (any AttemptJournal)? = nil, clock: (any WallClock)? = nil,
    timelines: String? = nil
  ) {
    self.place = place
    self.clock = clock
    self.journal = journal
    pool = ConnectionPool(to: place, Timelines(at: timelines), noting: reasons)
  }

  /// Closes the connections that are not in use. The next operation connects again.
  public func close() async {
    pool.close()
  }

  /// Runs one statement that changes nothing.
  func read(_ sql: String, _ values: [Value] = []) async throws(StoreError) -> Rows {
    try await read(Statement(sql, values))
  }

  /// Runs one statement that changes nothing.
  func read(_ statement: Statement) async throws(StoreError) -> Rows {
    try attempts { [pool] deadline in
      try pool.use(until: deadline) { connection in
        guard let rows = try connection.run([statement], until: deadline).first else {
          throw ServerError.lost
        }
        return rows
      }
    }
  }

  /// Runs one statement of a page.
  func readPage(_ statement: Statement) async throws(StoreError) -> Rows {
    try attempts(until: .now + Self.timeout) { [pool] deadline in
      try pool.use(until: deadline) { try $0.runBounded(statement, until: deadline) }
    }
  }

  /// Runs `body` in a transaction. If it throws, nothing is done.
  @discardableResult
  func write<R: Sendable>(_ body: (Transaction) throws -> R) async throws(StoreError) -> R {
    try attempts { deadline in
      try keepPartitions(until: deadline)
      return try once(until: deadline, body)
    }
  }

  /// Makes the partitions of the next months once a day. If that fails, rows go to a partition that takes all.
  private func keepPartitions(until deadline: ContinuousClock.Instant) throws {
    let isDue = upkeep.withLock { next in
      guard next <= .now else { return false }
      next = .now + .seconds(86_400)
      return true
    }
    guard isDue else { return }
    do {
      try pool.use(until: deadline) { _ = try $0.run([Statement("SELECT signin.keep_partitions()")], until: deadline) }
    } catch ServerError.refused {
      // The next statement says what is wrong with the database, if anything is.
    }
  }

  private func attempts<R>(
    until deadline: ContinuousClock.Instant = .now + PostgreSQLStore.timeout,
    _ body: (ContinuousClock.Instant) throws -> R
  ) throws(StoreError) -> R {
    var times = 1
    while true {
      do {
        return try body(deadline)
      } catch let error as ServerError where error.isTransient && times < Self.mostAttempts && .now < deadline {
        times += 1
        // The others lead to the same server.
        if !error.isConflict { pool.close() }
        usleep(.random(in: 10_000...(50_000 * UInt32(times))))
      } catch {
        throw StoreError(error, at: place.name)
      }
    }
  }

  private func once<R>(until deadline: ContinuousClock.Instant, _ body: (Transaction) throws -> R) throws -> R {
    try pool.use(until: deadline) { connection in
      let transaction = Transaction(on: connection, clock: clock, until: deadline)
      let result: R
      do {
        result = try body(transaction)
        // As late as possible, because a transaction may begin again.
        if let journal { for record in transaction.records { try journal.write(record) } }
      } catch {
        transaction.rollback()
        throw error
      }
      do {
        try transaction.commit()
      } catch ServerError.lost, ServerError.tooSlow {
        guard let identity = transaction.identity else { throw ServerError.uncertain }
        try requireKept(identity)
      } catch ServerError.refused(let state) where state.isShutdown {
        guard let identity = transaction.identity else { throw ServerError.uncertain }
        try requireKept(identity)
      }
      return result
    }
  }

  /// Returns if the transaction was kept whose answer was lost. Throws ``ServerError/lost`` if it was undone, so that it
  /// may begin again, and ``ServerError/uncertain`` if nobody knows.
  private func requireKept(_ identity: TransactionIdentity) throws {
    let deadline = ContinuousClock.now + Self.patienceAfterLoss
    while .now < deadline {
      if let connection = try? pool.connect(until: deadline) {
        switch try? identity.fate(on: connection, until: deadline) {
        case .kept: return
        case .undone: throw ServerError.lost
        case .unknown: throw ServerError.uncertain
        case .underWay, nil: break
        }
      }
      usleep(50_000)
    }
    throw ServerError.uncertain
  }
}
