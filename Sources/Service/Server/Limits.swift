public import Unix

/// How much of a server one user can take, so that the others are still served. See Decisions/0117.
public struct Limits: Sendable, Hashable {
  /// The part of one user.
  struct Share: Sendable, Hashable {
    /// Connections at once.
    let connections: Int
    /// Messages. A longer one counts once for each KB.
    let messages: TokenBucket.Size
    /// Conversations begun.
    let conversations: TokenBucket.Size
    /// Passwords and codes at once that are being verified or wait for that.
    let answers: Int
    /// Workers at once, each a process for as long as its conversation lasts.
    let workers: Int
  }

  /// A person, with a form on each of some terminals. A password a second in a row of 30, then one every two seconds: no
  /// person types faster. One answer is verified while four more wait.
  /// Messages are many, for a program that verifies sessions.
  static let person = Share(
    connections: 16, messages: .init(events: 1_000, seconds: 10), conversations: .init(events: 30, seconds: 60),
    answers: 5, workers: 4)
  /// A uid behind which many people sign in: 32 times as many connections and conversations, and ten times the messages. Its
  /// answers and workers are half of all, so that others find room.
  static let crowd = Share(
    connections: 512, messages: .init(events: 1_000, seconds: 1), conversations: .init(events: 960, seconds: 60),
    answers: 64, workers: 64)

  /// The work of a turn of the loop for forms, in bytes of messages: about 2 ms.
  static let bytesOfTurn = 16 << 10
  /// What a password or code counts, of whatever length: its guarded memory takes the loop as long as a message of 3 KB.
  /// A token counts its bytes, for programs that verify many.
  static let bytesOfPassword = 3 << 10
  /// The work of a turn for administrators' programs. A batch of an import has 50 KB.
  static let bytesOfTurnOfAdministrators = 32 << 10
  /// The connections of all users at once, if there are descriptors for them.
  private static let mostConnections = 2048
  /// Descriptors that are kept for the store, workers, administrators and the log.
  private static let keptDescriptors = 256
  /// The answers of all users at once. An answer that waits takes two pages of memory, and a hash the processor for some
  /// 0.2 s, so the last one waits for half a minute.
  static let mostAnswers = 128
  /// The workers of all users at once. The unit's `TasksMax` lets each have two threads.
  static let mostWorkers = 128

  /// The uids that many people share, besides root.
  let crowds: Set<UInt32>

  /// The connections of all users at once.
  let connections: Int
  /// The people behind uids.
  let people: SubordinateUsers

  /// The limits of a service.
  /// - Parameters:
  ///   - gateUIDs: The uids that many people share, because a gate runs as that user.
  ///   - descriptors: The descriptors that the service may have open.
  ///   - people: The people behind uids: all of one person count together.
  public init(gateUIDs: Set<UInt32>, descriptors: Int = .max, people: SubordinateUsers = SubordinateUsers()) {
    self.people = people
    crowds = gateUIDs.union([0])
    connections = min(Self.mostConnections, max(descriptors - Self.keptDescriptors, descriptors / 2))
  }

  func share(of uid: UInt32) -> Share { crowds.contains(uid) ? Self.crowd : Self.person }

  /// How many turns a user has at once, of so many that all have: one, and half of them for a crowd, so that somebody else need
  /// not wait for one of theirs.
  func turns(of uid: UInt32, outOf all: Int) -> Int { crowds.contains(uid) ? (all + 1) / 2 : 1 }
}
