import Identity
import Messages
import Unix

/// The place where all connections of a server meet: their limits, and the queues of their hashes and of their jobs for the
/// store.
@MainActor final class AdmissionControl {
  let queue: JobQueue
  let storeQueue: JobQueue
  /// Nil where the server serves one form with that user's own rights.
  var limits: Limits? {
    didSet {
      queue.setMost { [limits] in limits?.share(of: $0).hashes ?? .max }
      storeQueue.setMost { [limits] in limits?.share(of: $0).storeJobs ?? .max }
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
  /// A clock that never goes back.
  let now: () -> Duration

  /// - Parameter now: A clock that never goes back.
  init(_ limits: Limits?, now: @escaping () -> Duration) {
    self.limits = limits
    self.now = now
    queue = JobQueue(FairQueue(mostAtOnce: 2) { limits?.share(of: $0).hashes ?? .max })
    storeQueue = JobQueue(FairQueue(mostAtOnce: 2) { limits?.share(of: $0).storeJobs ?? .max })
  }

  /// The person behind a uid, whose uids count together.
  func person(_ uid: UInt32) -> UInt32 { limits?.people.owner(of: uid) ?? uid }

  /// Whether another connection of that user may stay.
  func admits(connectionOf uid: UInt32) -> Bool {
    guard let limits else { return true }
    return isWithin(users.arrive(uid, under: limits, at: now()), uid)
  }

  /// A connection that could stay is over.
  func forget(connectionOf uid: UInt32) {
    if limits != nil { users.depart(uid) }
  }

  /// Whether that user may begin another conversation.
  func admits(conversationOf uid: UInt32) -> Bool {
    guard let limits else { return true }
    return isWithin(users.converse(uid, under: limits, at: now()), uid)
  }

  /// Whether another answer of that user may be verified.
  func admits(answerOf uid: UInt32) -> Bool {
    guard let limits else { return true }
    return isWithin(users.answer(uid, under: limits), uid)
  }

  /// An answer that could be verified is done with.
  func forget(answerOf uid: UInt32) {
    if limits != nil { users.endAnswer(uid) }
  }

  /// Whether another conversation of that user may have a worker.
  func admits(workerOf uid: UInt32) -> Bool {
    guard let limits else { return true }
    return isWithin(users.hire(uid, under: limits), uid)
  }

  /// A conversation that could have a worker is over.
  func forget(workerOf uid: UInt32) {
    if limits != nil { users.dismiss(uid) }
  }

  /// A program of that user broke the protocol.
  func note(offenceOf uid: UInt32) { tell(.offence(uid: uid), uid) }

  /// Counts the result of a job.
  func note(_ result: JobResult, of job: Job) {
    if let outcome = job.outcome(result) { load.count(outcome) }
    guard let error = result.storeError, error.isOfStore else { return }
    load.count(error)
    onEvent(.storeFailed(error))
  }

  private func isWithin(_ limit: ServerEvent.Limit?, _ uid: UInt32) -> Bool {
    if let limit { tell(.refused(limit, uid: uid), uid) }
    return limit == nil
  }

  private func tell(_ event: ServerEvent, _ uid: UInt32) {
    if users.note(uid, at: now()) { onEvent(event) }
  }
}
