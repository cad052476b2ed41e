import AccountService
import Identity
import Unix

/// The place where all connections of a server meet: their limits, and the queues of their hashes and of their jobs for the
/// store.
@MainActor final class AdmissionControl: ConnectionLimits {
  let queue: TurnQueue
  let storeQueue: TurnQueue
  /// Nil where the server serves one form with that user's own rights.
  var limits: Limits? {
    didSet {
      queue.setLimits(limits)
      storeQueue.setLimits(limits)
    }
  }
  var onEvent: (ServerEvent) -> Void = { _ in }
  /// The work of all connections, without what the queue knows.
  var load = ServiceLoad()
  /// The work of this moment.
  var currentLoad: ServiceLoad {
    var load = load
    (load.hashesRunning, load.hashesWaiting) = (queue.runningCount, queue.count)
    return load
  }

  private var users = Quotas()
  private let loop: RunLoop
  private(set) lazy var forms = ConnectionScheduler<Connection>(loop, budget: Limits.bytesOfTurn) { [unowned self] in
    isSlowedDown($0)
  } onMessage: { [unowned self] person, bytes in
    if let limits { users.receive(bytes, of: person, under: limits, at: now()) }
  }
  private lazy var administrators = ConnectionScheduler<Connection>(loop, budget: Limits.bytesOfTurnOfAdministrators)
  /// A clock that never goes back.
  let now: () -> Duration

  /// - Parameter now: A clock that never goes back.
  init(_ capacity: Capacity, _ limits: Limits?, _ loop: RunLoop, now: @escaping () -> Duration) {
    self.limits = limits
    self.loop = loop
    self.now = now
    queue = TurnQueue(FairQueue(mostAtOnce: capacity.hashes, mostMemory: capacity.hashMemory, limits))
    storeQueue = TurnQueue(FairQueue(mostAtOnce: capacity.storeJobs, limits))
  }

  /// The person behind a uid, whose uids count together.
  func person(behind uid: UInt32) -> UInt32 { limits?.people.owner(of: uid) ?? uid }

  func lineUp(_ connection: Connection) {
    switch connection.entrance {
    case .signIn: forms.lineUp(connection)
    case .administration: administrators.lineUp(connection)
    }
  }

  private func isSlowedDown(_ person: UInt32) -> Bool {
    guard let limits, users.isSlowedDown(person, under: limits, at: now()) else { return false }
    tell(.slowedDown(uid: person), .slowedDown, person)
    return true
  }

  /// Whether another connection of that user may stay.
  func admits(connectionOf uid: UInt32) -> Bool {
    guard let limits else { return true }
    return isWithin(users.arrive(uid, under: limits, at: now()), uid)
  }

  /// A connection that could stay is over.
  func forget(connectionOf uid: UInt32) {
    if limits != nil { users.depart(uid) }
  }

  /// Whether the limits allow for the job. An answer that may be verified is counted until the job is done.
  func admit(_ job: Job, of uid: UInt32) -> Bool {
    guard let limits else { return true }
    if case .converse = job, !isWithin(users.converse(uid, under: limits, at: now()), uid) { return false }
    if job.needsWorker, !isWithin(users.hire(uid, under: limits), uid) { return false }
    if !job.verifies || isWithin(users.answer(uid, under: limits), uid) { return true }
    if job.needsWorker { users.dismiss(uid) }
    return false
  }

  nonisolated func perform(
    _ job: Job, of uid: UInt32, _ work: @escaping @Sendable () async -> JobResult,
    onPlace: @escaping @MainActor (Int) -> Void
  ) async -> JobResult {
    guard job.takesTurn else {
      return await HashTurn.$ofTask.withValue(await RequestHashQueue(self, uid, onPlace: onPlace)) { await work() }
    }
    // Cancelled before its turn. Not `.notNow`, which a member's form takes for the end of the session.
    guard let turn = await storeQueue.begin(uid) else { return .replies([.unavailable(.busy)]) }
    let result = await work()
    await storeQueue.end(turn)
    return result
  }

  /// A conversation that could have a worker is over.
  func dismissWorker(of uid: UInt32) {
    if limits != nil { users.dismiss(uid) }
  }

  /// A program of that user broke the protocol.
  func note(offenceOf uid: UInt32) { tell(.offence(uid: uid), .offence, uid) }

  /// Counts the result of a job.
  func note(_ result: JobResult, of job: Job, of uid: UInt32) {
    if limits != nil, job.verifies { users.endAnswer(uid) }
    if let outcome = job.outcome(result) { load.count(outcome) }
    guard let error = result.storeError, error.isOfStore else { return }
    load.count(error)
    onEvent(.storeFailed(error))
  }

  private func isWithin(_ limit: ServerEvent.Limit?, _ uid: UInt32) -> Bool {
    if let limit { tell(.refused(limit, uid: uid), .refused, uid) }
    return limit == nil
  }

  private func tell(_ event: ServerEvent, _ line: Quotas.Line, _ uid: UInt32) {
    if users.note(line, of: uid, at: now()) { onEvent(event) }
  }
}
