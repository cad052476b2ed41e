/// A blocked attempt, and the row of the log that it joins. Who is blocked chooses the email, and often the host. So rows are
/// few for each user, whatever they type. See Decisions/0128-log-only-grows.md.
///
/// A pure value. A store shows it the newest rows, in the transaction that records the attempt.
public struct BlockedAttempt: Sendable {
  /// The most rows that one user's blocked attempts begin within ``window``.
  public static let mostRows = 64
  /// A minute for each of ``mostRows``.
  public static let window = Duration.seconds(60 * mostRows)

  /// The email that it counts for.
  private let email: EmailAddress
  /// The source, as one of the user that it counts with: a person may have thousands of uids.
  private let source: AttemptSource
  /// Whether the limits of its source block it, whatever its email.
  private let isOfSource: Bool

  /// - Parameters:
  ///   - email: The email that the throttle counted.
  ///   - isKnown: Whether an account or a link has it.
  ///   - isOfSource: Whether the limits of its source block it, as ``Throttle/blocksSource(_:in:at:)`` has it.
  public init(_ email: EmailAddress, isKnown: Bool, from source: AttemptSource, isOfSource: Bool) {
    self.email = isOfSource && !isKnown ? .ofMany : email
    self.source = AttemptSource(
      tty: source.tty, uid: source.counted.uid, host: source.host, program: source.program)
    self.isOfSource = isOfSource
  }

  /// The email whose rows decide.
  public var key: String { email.key }
  /// The user whose rows decide, and are bounded.
  public var uid: UInt32 { source.uid }

  /// A row of the log, as far as it matters here.
  public struct Row: Sendable {
    let id: AttemptID
    let time: Timestamp
    let key: String
    let isBlocked: Bool
    let uid: UInt32
    let host: String

    /// A row with the given properties.
    public init(id: AttemptID, time: Timestamp, key: String, outcome: AttemptOutcome, uid: UInt32, host: String) {
      (self.id, self.time, self.key, self.uid, self.host) = (id, time, key, uid, host)
      isBlocked = outcome == .throttled
    }
  }

  /// What becomes of it.
  public enum Record: Sendable, Hashable {
    /// It is one more in that row.
    case joins(AttemptID, of: EmailAddress, from: AttemptSource)
    /// It begins a row.
    case begins(EmailAddress, from: AttemptSource)
  }

  /// - Parameters:
  ///   - ofEmail: The newest ``mostRows`` rows of ``key``, the newest first.
  ///   - ofUser: The newest ``mostRows`` rows of what the user's blocked attempts began, the newest first.
  public func record(ofEmail: [Row], ofUser: [Row], at now: Timestamp) -> Record {
    let day = ofUser.filter { $0.time.day == now.day }
    let row =
      isOfSource
      ? day.first { $0.key == key && $0.host == source.host }
      : ofEmail.prefix(while: \.isBlocked).first { $0.uid == source.uid && $0.host == source.host }
    if let row { return .joins(row.id, of: email, from: source) }
    // Rows of a clock that was ahead are not counted.
    let recent = ofUser.filter { (Duration.zero..<Self.window).contains(now.since($0.time)) }
    guard recent.count >= Self.mostRows else { return .begins(email, from: source) }
    let rest = AttemptSource(tty: "", uid: source.uid, host: Self.anyHost, program: "")
    if let row = day.first(where: { $0.key == EmailAddress.ofMany.key && $0.host == rest.host }) {
      return .joins(row.id, of: .ofMany, from: rest)
    }
    return .begins(.ofMany, from: rest)
  }

  /// The host of the row of those that have no room for one of their own.
  private static let anyHost = "*"
}

extension Timestamp {
  /// The number of its day in UTC.
  fileprivate var day: Int64 { milliseconds / 86_400_000 }
}
