/// What a service demands of its connections, because many users share it. Accounts in the form's own process demand nothing.
@MainActor package protocol ConnectionLimits: AnyObject, Sendable {
  /// The person behind a uid, whose uids count together.
  func person(behind uid: UInt32) -> UInt32
  /// Something arrived at the connection, or more can be sent: calls ``Connection/turn()`` when it is its turn.
  func lineUp(_ connection: Connection)
  /// Whether that user may have another such job. If so, it counts until its result is noted.
  func admit(_ job: Job, of uid: UInt32) -> Bool
  /// Does the work of a job, in its turn.
  /// - Parameter onPlace: Called when its hash must wait, and whenever its place in the queue is another one; 1 is the next.
  nonisolated func perform(
    _ job: Job, of uid: UInt32, _ work: @escaping @Sendable () async -> JobResult,
    onPlace: @escaping @MainActor (Int) -> Void
  ) async -> JobResult
  /// A job that was admitted is done.
  func note(_ result: JobResult, of job: Job, of uid: UInt32)
  /// A conversation that has a worker is over.
  func dismissWorker(of uid: UInt32)
  /// A program of that user broke the protocol.
  func note(offenceOf uid: UInt32)
  /// The work of this moment.
  var currentLoad: ServiceLoad { get }
}

/// No limits, and no queue.
final class Unlimited: ConnectionLimits {
  let currentLoad = ServiceLoad()

  func person(behind uid: UInt32) -> UInt32 { uid }
  func lineUp(_ connection: Connection) { while connection.turn() != nil {} }
  func admit(_ job: Job, of uid: UInt32) -> Bool { true }
  nonisolated func perform(
    _ job: Job, of uid: UInt32, _ work: @escaping @Sendable () async -> JobResult,
    onPlace: @escaping @MainActor (Int) -> Void
  ) async -> JobResult { await work() }
  func note(_ result: JobResult, of job: Job, of uid: UInt32) {}
  func dismissWorker(of uid: UInt32) {}
  func note(offenceOf uid: UInt32) {}
}
