import AccountService
import Identity

/// Starts the hashes of all connections in the order of a ``FairQueue``, and reports the places of those that wait; or the jobs
/// of the store, of which there can be thousands, without their places.
@MainActor final class TurnQueue {
  private struct Waiting {
    let begins: CheckedContinuation<Bool, Never>
    /// Nil for a job whose place nobody wants to know.
    let onPlace: ((Int) -> Void)?
    /// The last reported place.
    var announced: Int?
  }

  private var queue: FairQueue
  private var waiting: [FairQueue.Ticket: Waiting] = [:]
  /// Those of them whose places somebody wants to know.
  private var announcedCount = 0

  init(_ queue: FairQueue) {
    self.queue = queue
  }

  /// Whether nothing begins any more.
  private(set) var isClosed = false

  /// How many wait.
  var count: Int { waiting.count }
  /// How many hashes are under way.
  var runningCount: Int { queue.runningCount }

  /// Takes other limits, for the turns to come.
  func setLimits(_ limits: Limits?) { queue.limits = limits }

  /// Waits for a turn; nil if the task was cancelled before, or the queue was closed.
  /// - Parameters:
  ///   - memory: The memory that the hash takes, in KiB.
  ///   - onPlace: Called when it must wait, and whenever its place in line is another one; 1 is the next.
  func begin(_ uid: UInt32, memory: Int = 0, onPlace: ((Int) -> Void)? = nil) async -> FairQueue.Ticket? {
    let ticket = queue.ticket(of: uid, memory: memory)
    let hasBegun = await withTaskCancellationHandler {
      await withCheckedContinuation { begins in
        // All in one turn of the main actor. A cancellation before it is seen here, a later one leaves the line.
        if Task.isCancelled || isClosed { return begins.resume(returning: false) }
        queue.join(ticket)
        waiting[ticket] = Waiting(begins: begins, onPlace: onPlace)
        if onPlace != nil { announcedCount += 1 }
        goOn()
      }
    } onCancel: {
      Task { @MainActor in self.leave(ticket) }
    }
    return hasBegun ? ticket : nil
  }

  /// Ends a turn.
  func end(_ ticket: FairQueue.Ticket) {
    queue.end(ticket)
    goOn()
  }

  /// Rejects the jobs that wait; running ones finish.
  func close() {
    isClosed = true
    for ticket in Array(waiting.keys) {
      queue.leave(ticket)
      take(ticket)?.resume(returning: false)
    }
  }

  private func leave(_ ticket: FairQueue.Ticket) {
    guard let begins = take(ticket) else { return }
    queue.leave(ticket)
    begins.resume(returning: false)
    goOn()
  }

  /// Takes what begins with a ticket out of those that wait; nil if it does not wait.
  private func take(_ ticket: FairQueue.Ticket) -> CheckedContinuation<Bool, Never>? {
    guard let taken = waiting.removeValue(forKey: ticket) else { return nil }
    if taken.onPlace != nil { announcedCount -= 1 }
    return taken.begins
  }

  private func goOn() {
    while let next = queue.next(), let begins = take(next) { begins.resume(returning: true) }
    // The order of all is not cheap, and each job that begins or leaves changes it.
    guard announcedCount > 0 else { return }
    for (index, ticket) in queue.order.enumerated() where waiting[ticket]?.announced != index + 1 {
      waiting[ticket]?.announced = index + 1
      waiting[ticket]?.onPlace?(index + 1)
    }
  }
}

/// The turns of one request's hashes.
struct RequestHashQueue: HashQueue {
  private let entry: Entry

  /// - Parameter onPlace: Called when a hash must wait, and whenever its place in line is another one.
  @MainActor init(_ admission: AdmissionControl, _ uid: UInt32, onPlace: @escaping @MainActor (Int) -> Void) {
    entry = Entry(admission, uid, onPlace)
  }

  func begin(memoryKiB: Int) async -> HashTurn.Grant { await entry.begin(memoryKiB) }

  func end() async { await entry.end() }

  /// The hashes of a request come one after another.
  @MainActor private final class Entry {
    private let admission: AdmissionControl
    private let uid: UInt32
    private let onPlace: (Int) -> Void
    private var turn: (ticket: FairQueue.Ticket, since: Duration)?

    init(_ admission: AdmissionControl, _ uid: UInt32, _ onPlace: @escaping (Int) -> Void) {
      (self.admission, self.uid, self.onPlace) = (admission, uid, onPlace)
    }

    func begin(_ memory: Int) async -> HashTurn.Grant {
      let asked = admission.now()
      guard let ticket = await admission.queue.begin(uid, memory: memory, onPlace: onPlace) else {
        return admission.queue.isClosed ? .closed : .cancelled
      }
      let now = admission.now()
      admission.load.queueing.add(now - asked)
      turn = (ticket, now)
      return .begun
    }

    func end() {
      guard let (ticket, since) = turn.take() else { return }
      admission.load.hashing.add(admission.now() - since)
      admission.queue.end(ticket)
    }
  }
}
