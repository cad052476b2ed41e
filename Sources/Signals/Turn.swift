/// The turn: one outermost `send`, with everything it causes.
///
/// The main actor has one turn at a time. The turn is the layer's only shared state: whether one is under way, and what
/// waits in it. Three steps make a turn, in this order of precedence:
///
/// 1. The delivery under way goes on to its end.
/// 2. The sends made meanwhile are delivered, in their order.
/// 3. The joins (`combineLatest`, `withLatest`) that were reached run, the shallow ones first.
///
/// After each join, step 2 comes first again. The turn ends when nothing waits.
@usableFromInline enum Turn {
  /// The steps after which a turn counts as one that never settles. A user interface never needs that many, and a
  /// person would not notice the pause. See Decisions/0012-turn-limit.md.
  private static let limit = 1_000_000

  /// Whether a send must wait.
  @exclusivity(unchecked) @usableFromInline static var isUnderWay = false
  /// Whether a send or a join waits.
  @exclusivity(unchecked) @usableFromInline static var hasWaiting = false
  /// Whether a subscription is being made, rather than a value delivered.
  @exclusivity(unchecked) @usableFromInline static var isConnecting = false

  private static let agenda = Agenda()

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
    agenda.sends.append(sender)
  }

  /// Runs `join` once no send and no shallower join waits.
  static func postpone(_ join: Join) {
    hasWaiting = true
    agenda.append(join)
  }

  @usableFromInline static func settle() {
    let agenda = agenda
    var steps = 0
    var cycle: [String] = []
    while true {
      steps += 1
      if let sender = agenda.sends.popFirst() {
        if steps > limit { trace(sender.name, into: &cycle) }
        sender.deliverNext()
      } else if let join = agenda.nextJoin() {
        if steps > limit { trace(join.name, into: &cycle) }
        join.run()
      } else {
        hasWaiting = false
        return
      }
    }
  }

  /// Notes each sender and join still at work after the limit. Stops the program when a name comes up again.
  private static func trace(_ name: String, into cycle: inout [String]) {
    guard cycle.contains(name) else { return cycle.append(name) }
    fatalError("Signals: values go round and never settle, by way of \(cycle.joined(separator: ", ")).")
  }
}

/// The sends and joins that wait. One object, because each use of a global with a first value asks whether it has it.
private final class Agenda {
  @exclusivity(unchecked) var sends = Queue<any Sender>()
  @exclusivity(unchecked) private var joins: [Queue<Join>] = []
  @exclusivity(unchecked) private var lowestRank = 0

  nonisolated deinit {}

  func append(_ join: Join) {
    while joins.count <= join.rank { joins.append(Queue()) }
    joins[join.rank].append(join)
    lowestRank = min(lowestRank, join.rank)
  }

  func nextJoin() -> Join? {
    while lowestRank < joins.count {
      guard let join = joins[lowestRank].popFirst() else {
        lowestRank += 1
        continue
      }
      if join.rank == lowestRank { return join }
      // Its rank has grown while it waited.
      append(join)
    }
    return nil
  }
}

/// A relay or property. It keeps its waiting values; the turn keeps their order among all senders.
@usableFromInline protocol Sender: AnyObject {
  /// Its kind, and where in the source it was made.
  var name: String { get }

  /// Delivers the value that has waited longest.
  func deliverNext()
}
