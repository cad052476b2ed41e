internal import Glibc
internal import Identity
internal import Synchronization

/// A server that follows the primary. It gives a page only if it lacks nothing that anybody was told before. If it
/// can't, it is left alone for a while, and the primary gives the pages. See Decisions/0147-pages-from-a-replica.md.
final class LogReplica: Sendable {
  /// The longest wait for it to catch up, unless a test has more time. A primary passes on what nobody waits for after
  /// its `wal_writer_delay`, which is 200 ms by default.
  static let usualPatience = Duration.milliseconds(400)

  private let pool: ConnectionPool
  private let patience: Duration
  /// How long it is left alone.
  private let rest: Duration
  private let onChange: @Sendable (ReplicaState) -> Void
  private let condition = Mutex(Condition())

  private struct Condition {
    var state = ReplicaState.used
    var restsUntil: ContinuousClock.Instant?
  }

  /// - Parameter onChange: Called when pages come from the primary, and when they come from here again.
  init(
    at place: PostgreSQLPlace, patience: Duration = usualPatience, rest: Duration = .seconds(30),
    _ onChange: @escaping @Sendable (ReplicaState) -> Void
  ) {
    pool = ConnectionPool(to: place)
    self.patience = patience
    self.rest = rest
    self.onChange = onChange
  }

  /// Closes the connections that are not in use.
  func close() { pool.close() }

  /// Leaves it alone for a while: the primary does not tell how far it is.
  func leaveAlone() { note(.refused) }

  /// Whether it is not left alone now.
  var isWorthAsking: Bool { condition.withLock { $0.restsUntil.map { $0 <= .now } ?? true } }

  /// The rows of a statement, once the replica has come as far as `position`. Nil if it can't give them.
  func rows(_ statement: Statement, at position: LogPosition, until deadline: ContinuousClock.Instant) -> Rows? {
    guard mayAsk() else { return nil }
    do {
      let rows = try read(statement, at: position, until: deadline)
      note(.used)
      return rows
    } catch ServerError.refused(let state) where state.isOfOneStatement {
      return nil
    } catch {
      // Others may lead to another server.
      pool.close()
      note(ReplicaState(error))
      return nil
    }
  }

  private func read(
    _ statement: Statement, at position: LogPosition, until deadline: ContinuousClock.Instant
  ) throws -> Rows {
    do {
      return try readOnce(statement, at: position, until: deadline)
    } catch  where Self.isOfConnection(error) && .now < deadline {
      // It was started again, or promoted, since the connection was made.
      pool.close()
      return try readOnce(statement, at: position, until: deadline)
    }
  }

  private func readOnce(
    _ statement: Statement, at position: LogPosition, until deadline: ContinuousClock.Instant
  ) throws -> Rows {
    try pool.use(until: deadline) { connection in
      var state = try ReplicaState(Self.comparison(connection, at: position, within: patience, until: deadline))
      guard state == .used else { throw Unfit(state: state) }
      // Another server may answer now, if the name leads to several.
      let found = try connection.runBounded([position.comparison, statement], until: deadline)
      state = try ReplicaState(found)
      guard state == .used else { throw Unfit(state: state) }
      return found[1]
    }
  }

  /// The answer to a comparison, once it is not late or the patience is over.
  static func comparison(
    _ connection: ServerConnection, at position: LogPosition, within patience: Duration = usualPatience,
    until deadline: ContinuousClock.Instant
  ) throws -> [Rows] {
    let end = min(deadline, .now + patience)
    var answers = try connection.run([position.comparison], until: deadline)
    while try ReplicaState(answers) == .late && .now < end {
      usleep(5_000)
      answers = try connection.run([position.comparison], until: deadline)
    }
    return answers
  }

  /// Whether another connection may do better.
  private static func isOfConnection(_ error: any Error) -> Bool {
    switch error {
    case ServerError.lost: true
    case ServerError.refused(let state): state.isShutdown
    case let error as Unfit: error.state == .notReplica
    default: false
    }
  }

  /// Whether this page may ask. After a rest one page does, and the others go to the primary meanwhile.
  private func mayAsk() -> Bool {
    condition.withLock { condition in
      guard let restsUntil = condition.restsUntil else { return true }
      guard restsUntil <= .now else { return false }
      condition.restsUntil = .now + rest
      return true
    }
  }

  private func note(_ state: ReplicaState) {
    let isNew = condition.withLock { condition in
      condition.restsUntil = state == .used ? nil : .now + rest
      defer { condition.state = state }
      return condition.state != state
    }
    if isNew { onChange(state) }
  }
}

/// The replica can't give the page.
struct Unfit: Error {
  let state: ReplicaState
}

extension ReplicaState {
  /// The answer to a comparison, which is the first of `answers`.
  init(_ answers: [Rows]) throws {
    guard let row = answers.first?.first, let state = ReplicaState(rawValue: try row.text("state")) else {
      throw ServerError.lost
    }
    self = state
  }

  /// The state of a replica that ends an operation with `error`.
  fileprivate init(_ error: any Error) {
    self =
      switch error {
      case let error as Unfit: error.state
      case let error as ServerError where error.isRefusal: .refused
      case is StoreError: .refused
      default: .gone
      }
  }
}

extension ServerError {
  fileprivate var isRefusal: Bool {
    if case .refused(let state) = self { !state.isShutdown } else { false }
  }
}

extension SQLState {
  /// Whether the server ended a statement for the sake of what it replays, or an administrator did. The next one may
  /// succeed.
  fileprivate var isOfOneStatement: Bool { text == "40001" || text == "57014" }
}
