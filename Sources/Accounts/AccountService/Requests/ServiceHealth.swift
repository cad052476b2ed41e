public import Identity

/// How a service is, for administrators.
public struct ServiceHealth: Sendable, Hashable, Codable {
  /// Its store, which was tried for the answer.
  public let store: StoreHealth
  /// Its work since it started.
  public let load: ServiceLoad

  /// The health of a service.
  public init(store: StoreHealth, load: ServiceLoad) {
    (self.store, self.load) = (store, load)
  }
}

/// The work of a service: counters since it started, and gauges of this moment. It is a pure value, without anything that
/// anybody typed.
public struct ServiceLoad: Sendable, Hashable, Codable {
  /// How often conversations ended with each outcome, by the words of the log, see ``AttemptOutcome``.
  public private(set) var attempts: [String: Int] = [:]
  /// How often the store failed, by kind, see ``StoreError/kind``.
  public private(set) var storeErrors: [String: Int] = [:]
  /// How long hashes took.
  public var hashing = Histogram()
  /// How long they waited for their turns.
  public var queueing = Histogram()
  /// The connections of forms that are open.
  public var connections = 0
  /// Those of administrators' programs.
  public var administrators = 0
  /// The hashes that are computed.
  public var hashesRunning = 0
  /// The hashes that wait.
  public var hashesWaiting = 0

  /// The work of a service that has just started.
  public init() {}

  /// Counts the end of a conversation.
  public mutating func count(_ outcome: String) { attempts[outcome, default: 0] += 1 }

  /// Counts a failure of the store.
  public mutating func count(_ error: StoreError) { storeErrors[error.kind, default: 0] += 1 }
}

/// Durations, counted in buckets.
public struct Histogram: Sendable, Hashable, Codable {
  /// The upper bounds of the buckets but the last, in milliseconds. The last bucket takes what is longer.
  public static let bounds = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000]

  /// The durations in each bucket, which are in no smaller one.
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// Their sum in microseconds.
  public private(set) var microseconds = 0

  /// No durations.
  public init() {}

  /// All durations.
  public var count: Int { counts.reduce(0, +) }

  /// Counts a duration.
  public mutating func add(_ duration: Duration) {
    let bucket = Self.bounds.firstIndex { duration <= .milliseconds($0) } ?? Self.bounds.count
    counts[bucket] += 1
    microseconds += Int(duration / .microseconds(1))
  }
}
