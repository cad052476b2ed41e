import AccountService
import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Unix

/// A connection whose channel and limits a test plays. There is no socket, so it happens step by step.
@MainActor final class ScriptedConnection {
  let channel: ScriptedChannel
  let limits = ScriptedLimits()
  let fixture: ServiceFixture
  let loop: RunLoop
  let connection: Connection
  private let counter: Counter
  /// How often the connection said that it is over.
  var ends: Int { counter.ends }

  private final class Counter {
    var ends = 0
  }

  /// A connection that listens.
  init(
    _ fixture: ServiceFixture, at entrance: Entrance = .signIn, copiesSecrets: Bool = true
  ) throws {
    self.fixture = fixture
    let counter = Counter()
    loop = fixture.stillLoop()
    channel = ScriptedChannel(copiesSecrets: copiesSecrets)
    connection = Connection(
      channel, at: entrance, fixture.dependencies(loop), loop, try WorkThreads(count: 2), fixture.deadlines, limits
    ) { _ in counter.ends += 1 }
    self.counter = counter
    connection.start()
  }

  /// A connection whose form was welcomed.
  static func welcomed(
    _ fixture: ServiceFixture, at entrance: Entrance = .signIn, copiesSecrets: Bool = true
  ) async throws -> ScriptedConnection {
    let played = try ScriptedConnection(fixture, at: entrance, copiesSecrets: copiesSecrets)
    played.send(ServiceFixture.hello, 0)
    guard case .welcome? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    return played
  }

  /// A connection whose form signed in as Ada, who has an account.
  static func signedIn(_ fixture: ServiceFixture, wantsSession: Bool = false) async throws -> ScriptedConnection {
    try await fixture.addAda()
    let played = try await welcomed(fixture)
    try played.begin(.signIn, 1, wantsSession: wantsSession)
    guard case .ended(.signedIn)? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    return played
  }

  // MARK: The form

  func send(_ request: Request, _ number: UInt16) { arrive(.request(request, number)) }

  /// Something arrives, and is taken in the next turn.
  func arrive(_ arrival: RequestArrival) {
    channel.arrivals.append(arrival)
    _ = connection.turn()
  }

  /// Sends a password, and returns it.
  @discardableResult
  func send(_ text: String, to challenge: ChallengeID? = nil, _ number: UInt16) throws -> SealedPassword {
    let secret = try GuardedText(text).sealed()
    arrive(.secret(SecretPrefix(.password, to: challenge, sequence: number), password: secret, token: nil))
    return secret
  }

  /// Begins a conversation, and sends its first secret, which it returns.
  @discardableResult
  func begin(_ purpose: Begin.Purpose, _ number: UInt16, wantsSession: Bool = false) throws -> SealedPassword {
    send(.begin(Begin(purpose, ServiceFixture.ada, wantsSession: wantsSession)), number)
    return try send(ServiceFixture.secret, number)
  }

  /// Begins a sign-in that asks for the password.
  func beginAsking(_ number: UInt16) {
    send(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: false, hasSecrets: false)), number)
  }

  /// The next reply; nil if none comes.
  func reply() async -> Reply? {
    await turned { !channel.replies.isEmpty } ? channel.replies.removeFirst().reply : nil
  }

  // MARK: Turns

  /// Turns the loop, and lets the other work of the main actor run. Returns false if the condition never holds.
  func turned(atMost turns: Int = 20_000, until isDone: () -> Bool) async -> Bool {
    await loop.step(until: isDone, atMost: turns)
    return isDone()
  }

  /// Turns until nothing more happens.
  func settle() async { _ = await turned(atMost: 30) { false } }

  /// Makes the deadlines due that are due after that time.
  func skip(_ duration: Duration) async {
    fixture.skip(duration)
    await settle()
  }
}

/// A channel whose other end a test plays.
@MainActor final class ScriptedChannel: ServiceChannel {
  nonisolated let peer = Peer(uid: 1000, process: nil)
  nonisolated let copiesSecrets: Bool
  var arrivals: [RequestArrival] = []
  /// How the next sending goes, and all behind it.
  var sending = SendingState.empty
  var isFull = false
  var unsentSession: Session?
  /// The replies that the other end has taken.
  var replies: [(reply: Reply, number: UInt16)] = []
  private(set) var tokens = 0
  private var queue: [(reply: Reply, number: UInt16)] = []
  /// What is waited for; nil for nothing.
  private(set) var watched: (reads: Bool, writes: Bool)?
  /// The most bytes that the last message could have, and how many replies the last turn could send.
  private(set) var longest: Int?
  private(set) var mostSent: Int?
  private(set) var (finishes, closes) = (0, 0)

  init(copiesSecrets: Bool) { self.copiesSecrets = copiesSecrets }

  var isEmpty: Bool { queue.isEmpty }

  func watch(reads: Bool, writes: Bool, _ isReady: @escaping @MainActor () -> Void) { watched = (reads, writes) }

  func unwatch() { watched = nil }

  func receive(upTo most: Int) -> (RequestArrival, bytes: Int) {
    longest = most
    return arrivals.isEmpty ? (.nothing, 0) : (arrivals.removeFirst(), 7)
  }

  nonisolated func fitting(_ replies: [Reply]) -> [Reply] { replies }

  func add(_ reply: Reply, _ number: UInt16) { queue.append((reply, number)) }

  func add(_ token: SecureToken, of session: Session, _ number: UInt16) { tokens += 1 }

  func flush(atMost count: Int) -> SendingState {
    mostSent = count
    if case .empty = sending {
      replies += queue
      queue = []
    }
    return sending
  }

  func finish() { finishes += 1 }

  func close() { closes += 1 }
}

/// Limits that a test plays.
@MainActor final class ScriptedLimits: ConnectionLimits {
  /// Whether the next jobs are admitted.
  var admits = true
  /// Closed while results of jobs are held.
  nonisolated let gate = Gate()
  let currentLoad = ServiceLoad()
  private(set) var dismissedWorkers = 0
  private(set) var offences: [UInt32] = []
  private(set) var notes = 0
  private(set) var linedUp = 0
  /// The place in the queue that a job hears of before it is done; nil for none.
  var place: Int?

  func person(behind uid: UInt32) -> UInt32 { uid }
  func lineUp(_ connection: Connection) { linedUp += 1 }
  func admit(_ job: Job, of uid: UInt32) -> Bool { admits }
  nonisolated func perform(
    _ job: Job, of uid: UInt32, _ work: @escaping @Sendable () async -> JobResult,
    onPlace: @escaping @MainActor (Int) -> Void
  ) async -> JobResult {
    if let place = await place { await onPlace(place) }
    let result = await work()
    await gate.pass()
    return result
  }
  func note(_ result: JobResult, of job: Job, of uid: UInt32) { notes += 1 }
  func dismissWorker(of uid: UInt32) { dismissedWorkers += 1 }
  func note(offenceOf uid: UInt32) { offences.append(uid) }
}

extension SealedPassword {
  /// Whether it was overwritten.
  var isWiped: Bool { withUTF8 { _ in true } == nil }
}
