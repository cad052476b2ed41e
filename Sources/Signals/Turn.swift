/// The turn: one outermost `send`, with everything it causes.
///
/// The main actor has one turn at a time, and this is the layer's single piece of shared state: whether a turn is under
/// way, and what waits in it. In a turn three things happen, in this order of precedence:
///
/// 1. the delivery under way goes on to its end;
/// 2. then the sends that were made meanwhile are delivered, in the order in which they were made;
/// 3. then the joins (`combineLatest`, `withLatest`) that were reached run, shallow ones first.
///
/// After each join the sends that it caused come first again. The turn ends when nothing waits.
@usableFromInline enum Turn {
  /// Steps after which a turn counts as one that never settles. Far more than a user interface has reason to take, far
  /// fewer than a person would notice as a pause.
  private static let limit = 1_000_000

  /// Whether a send has to wait.
  @exclusivity(unchecked) @usableFromInline static var isUnderWay = false
  /// Whether anything does.
  @exclusivity(unchecked) @usableFromInline static var hasWaiting = false
  /// Whether somebody is subscribing, rather than a value being delivered.
  @exclusivity(unchecked) @usableFromInline static var isConnecting = false

  @exclusivity(unchecked) private static var sends = Queue<any Sender>()
  @exclusivity(unchecked) private static var joins: [Queue<Join>] = []
  @exclusivity(unchecked) private static var lowestRank = 0

  /// Runs `body` as a delivery. The outermost call returns when the turn has settled.
  @inlinable static func perform(_ body: () -> Void) {
    guard !isUnderWay else { return body() }
    isUnderWay = true
    body()
    if hasWaiting { settle() }
    isUnderWay = false
  }

  /// Runs `body`, which subscribes.
  @inlinable static func connect(_ body: () -> Void) {
    let isNested = isConnecting
    isConnecting = true
    body()
    isConnecting = isNested
  }

  /// Lets `sender` deliver its next waiting value once the delivery under way is finished.
  @usableFromInline static func postpone(_ sender: any Sender) {
    hasWaiting = true
    sends.append(sender)
  }

  /// Runs `join` once no send waits and no shallower join does.
  static func postpone(_ join: Join) {
    hasWaiting = true
    while joins.count <= join.rank { joins.append(Queue()) }
    joins[join.rank].append(join)
    lowestRank = min(lowestRank, join.rank)
  }

  @usableFromInline static func settle() {
    var steps = 0
    var cycle: [String] = []
    while true {
      steps += 1
      if let sender = sends.popFirst() {
        if steps > limit { trace(sender.name, into: &cycle) }
        sender.deliverNext()
      } else if let join = nextJoin() {
        if steps > limit { trace(join.name, into: &cycle) }
        join.run()
      } else {
        hasWaiting = false
        return
      }
    }
  }

  private static func nextJoin() -> Join? {
    while lowestRank < joins.count {
      guard let join = joins[lowestRank].popFirst() else {
        lowestRank += 1
        continue
      }
      if join.rank == lowestRank { return join }
      // It has risen while it waited.
      postpone(join)
    }
    return nil
  }

  /// Notes who is still at work long after the turn should have settled, and stops the program once somebody is back.
  private static func trace(_ name: String, into cycle: inout [String]) {
    guard cycle.contains(name) else { return cycle.append(name) }
    fatalError("Signals: values go round and never settle, by way of \(cycle.joined(separator: ", ")).")
  }
}

/// What can be sent to: it keeps its waiting values, the turn keeps their order among all senders.
@usableFromInline protocol Sender: AnyObject {
  /// What it is and where in the source it was made.
  var name: String { get }

  /// Delivers the value that has waited longest.
  func deliverNext()
}
