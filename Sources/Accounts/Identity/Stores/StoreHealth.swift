/// What was found when a store was tried: nothing is wrong if there are no faults.
public struct StoreHealth: Sendable, Hashable, Codable {
  /// What was tried.
  public enum Part: String, Sendable, Hashable, CaseIterable, Codable {
    /// To open the store and read from it.
    case reading
    /// To change something in it.
    case writing
    /// To open a secret of a second step with the key.
    case key
  }

  /// Something that failed.
  public struct Fault: Sendable, Hashable, Codable {
    /// What was tried.
    public let part: Part
    /// Why it failed.
    public let error: StoreError
    /// The database server's own words, for administrators only; nil if there are none.
    public let reason: String?

    /// A fault of that part.
    public init(_ part: Part, _ error: StoreError, reason: String? = nil) {
      (self.part, self.error, self.reason) = (part, error, reason)
    }
  }

  /// All that failed.
  public var faults: [Fault]
  /// The standbys of the database server; nil for a store in a file, or if nobody knows.
  public var replication: Replication?

  /// The bytes that are free on the disk of a store in a file; nil for others, or if nobody knows.
  public var freeBytes: Int?

  /// A health with these faults.
  public init(faults: [Fault] = [], replication: Replication? = nil, freeBytes: Int? = nil) {
    (self.faults, self.replication, self.freeBytes) = (faults, replication, freeBytes)
  }

  /// Tries the store, one part after the other. Opens it, and so makes it where it is missing.
  public init(
    of store: any AccountStore & SecondStepStore & CheckableStore, _ keys: any SealingKeySource
  ) async {
    self.init(freeBytes: store.freeBytes)
    let secret: SealedSecret?
    do throws(StoreError) {
      _ = try await store.isEmpty()
      secret = try await store.sealedSecret()
    } catch {
      faults = [Fault(.reading, error, reason: store.lastReason)]
      return
    }
    do throws(StoreError) {
      try await store.checkWriting()
    } catch {
      faults.append(Fault(.writing, error, reason: store.lastReason))
    }
    do throws(StoreError) {
      _ = try keys.key(opening: secret)
    } catch {
      faults.append(Fault(.key, error))
    }
    replication = try? await store.replication()
  }
}

/// The standbys of a database server.
public struct Replication: Sendable, Hashable, Codable {
  /// The standbys that are connected.
  public let standbys: Int
  /// How far the last of them is behind, in milliseconds; nil if the server doesn't tell, see `pg_read_all_stats`.
  public let lagMilliseconds: Int?

  /// Standbys that are so far behind.
  public init(standbys: Int, lagMilliseconds: Int?) {
    (self.standbys, self.lagMilliseconds) = (standbys, lagMilliseconds)
  }
}

/// A store that can be tried without anybody signing in.
public protocol CheckableStore: Sendable {
  /// Makes a write that changes nothing, to detect a full disk, a standby or a failing journal.
  func checkWriting() async throws(StoreError)

  /// Asks the server about its standbys; nil if there is no server.
  func replication() async throws(StoreError) -> Replication?

  /// The bytes that are free on the store's disk; nil if there is none here.
  var freeBytes: Int? { get }

  /// The database server's own words for a failure of the last half minute, with its SQLSTATE. They name hosts and roles, so they
  /// are for administrators. They have no password, and nothing that anybody typed.
  var lastReason: String? { get }
}

extension CheckableStore {
  public func replication() async throws(StoreError) -> Replication? { nil }
  public var lastReason: String? { nil }
  public var freeBytes: Int? { nil }
}

extension StoreError {
  /// Whether the store itself fails, for everybody: not the way to a service, a worker, a hash or a key, and not a value that was
  /// asked for.
  public var isOfStore: Bool {
    switch self {
    case .unreachable(.keyLost, _), .unreachable(.keyNotHere, _), .unreachable(.keyOfOthers, _): false
    case .database(.failed(let state), _) where state.isDataError: false
    case .unreachable, .damaged, .untrusted, .inputOutput, .notRecorded, .database: true
    case .noThread, .hashing, .service, .socket, .notStarted, .provider: false
    }
  }

  /// The kind of failure, for counters.
  public var kind: String {
    switch self {
    case .unreachable: "unreachable"
    case .damaged: "damaged"
    case .untrusted: "untrusted"
    case .inputOutput: "input-output"
    case .notRecorded: "not-recorded"
    case .database: "database"
    case .noThread: "no-thread"
    case .hashing: "hashing"
    case .service: "service"
    case .socket: "socket"
    case .notStarted: "not-started"
    case .provider: "provider"
    }
  }
}
