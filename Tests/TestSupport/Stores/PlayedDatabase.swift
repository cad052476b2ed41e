public import Identity
import SSHKeys
import Secrets
public import Store
import Synchronization

/// A database of any engine, without the engine: it keeps the statements that reach it, and answers all in one way. So a
/// test sees what `Store` asks an engine, however an operation goes on.
public final class PlayedDatabase: RelationalStore {
  /// What each statement finds.
  public enum Answer: Sendable, CaseIterable {
    /// One row with every column, or one row changed.
    case found
    /// No row, but for what it adds, and for what every store has.
    case nothing
  }

  public let dialect: Dialect
  public let knownLoginKey = KnownLoginKey()
  let answer: Answer
  /// The time of its transactions.
  let time: Timestamp
  fileprivate let received = Mutex<[Statement]>([])
  fileprivate let noted = Mutex<[AttemptOutcome]>([])

  /// A database that speaks `dialect`. All its rows are of ``now``.
  public init(_ dialect: Dialect, answering answer: Answer, at time: Timestamp = PlayedDatabase.now) {
    (self.dialect, self.answer, self.time) = (dialect, answer, time)
  }

  /// The statements so far.
  public var statements: [Statement] { received.withLock(\.self) }

  /// The outcomes that a second place of the log gets.
  public var notes: [AttemptOutcome] { noted.withLock(\.self) }

  public func query<R: Sendable>(_ body: (any Transaction) throws -> R) async throws(StoreError) -> R {
    do {
      return try body(PlayedTransaction(self))
    } catch {
      throw error as? StoreError ?? .database(.lost, path: "\(error)")
    }
  }

  @discardableResult
  public func commit<R: Sendable>(_ body: (any Transaction) throws -> R) async throws(StoreError) -> R {
    try await query(body)
  }

  /// Finds nothing: each engine has a search of its own.
  public func rows(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage { AttemptPage(attempts: [], next: nil) }
}

private final class PlayedTransaction: Transaction {
  private let database: PlayedDatabase

  init(_ database: PlayedDatabase) { self.database = database }

  var dialect: Dialect { database.dialect }

  func lock(_ locks: [Lock]) -> Timestamp { database.time }
  func note(_ email: EmailAddress, _ outcome: AttemptOutcome, from source: AttemptSource) {
    database.noted.withLock { $0.append(outcome) }
  }

  func run(_ statements: [Statement]) -> [Rows] {
    database.received.withLock { $0 += statements }
    return statements.map { statement in
      let sql = statement.positional
      let isFound = database.answer == .found || sql.hasPrefix("INSERT") || sql.hasPrefix(PlayedDatabase.keyQuery)
      return isFound ? PlayedDatabase.row(for: sql) : Rows(columns: [], values: [], changes: 0)
    }
  }
}

extension PlayedDatabase {
  /// The time of every row, and of transactions by default.
  public static let now = Timestamp(milliseconds: 1_800_000_000_000)
  /// The person of every row.
  static let ann = email("Ann@example.com")
  /// The session of every row.
  static let session = SessionID()
  /// What every store has.
  fileprivate static let keyQuery: String = "SELECT key FROM signin.login_key"
  private static let loginKey = Value.bytes(Array(repeating: 7, count: LoginKey.byteCount))

  /// The key of every account.
  static let sshKey: PublicKey = {
    guard let key = try? SecurityKey(.ed25519).publicKey else { preconditionFailure("There is no key.") }
    return key
  }()

  /// What tables call their key.
  private static func key(for sql: String) -> Value {
    if sql.hasPrefix(keyQuery) { return loginKey }
    return sql.contains("FROM signin.second_key") ? .bytes(sshKey.blob) : .text(ann.key)
  }

  /// A row with all columns that an operation reads. Those of the log come first, in their order.
  fileprivate static func row(for sql: String) -> Rows {
    let isSession = sql.contains("FROM signin.session JOIN")
    let time = Value.integer(now.milliseconds)
    let columns: [(String, Value)] = [
      ("id", isSession ? .text(session.text) : .integer(7)), ("logged", time), ("at", time), ("email", .text(ann.text)),
      ("outcome", .text(sql.contains("LIMIT 64") ? "throttled" : "pending")), ("tty", .text("pts/1")),
      ("uid", .integer(1000)), ("host", .text("castle")),
      ("program", .text("signin")), ("times", .integer(1)), ("until", .null),
      ("key", key(for: sql)), ("name", .text("ring")), ("counter", .integer(7)), ("login_key", loginKey),
      ("hash", .text(PasswordHash.sample().phc)), ("locked", .flag(false)), ("revision", .integer(1)),
      ("password_set", time), ("one_time", .flag(false)), ("secret", .bytes([1, 2, 3])), ("used", time),
      ("wrong", .integer(0)), ("added", time), ("signed_in", time), ("two_step", .flag(true)), ("account", .integer(7)),
      ("provider", .text("pam")), ("subject", .text("ann/1000")), ("opened", time), ("idle", .integer(1_800_000)),
      ("absolute", .integer(43_200_000)), ("place", .text("castle")), ("charged", time), ("process", .null),
      ("succeeded", time), ("waiting", .null), ("failures", .integer(2)), ("since", time), ("last", time),
      ("codes", .integer(10)), ("least", .integer(6)), ("most", .integer(20)), ("one", .integer(1)),
      ("verified", .flag(false)), ("number", .integer(1)), ("has_password", .flag(true)),
    ]
    return Rows(columns: columns.map(\.0), values: columns.map(\.1), changes: 1)
  }
}
