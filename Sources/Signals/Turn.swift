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
  /// Deliveries after which a turn counts as one that never settles.
  static let limit = 100_000

  /// Whether a send has to wait.
  @exclusivity(unchecked) @usableFromInline static var isUnderWay = false

  @exclusivity(unchecked) private static var sends = Queue<any Sender>()
  @exclusivity(unchecked) private static var joins: [Queue<Join>] = []
  @exclusivity(unchecked) private static var lowestRank = 0

  /// Runs `body` as a delivery. The outermost call returns when the turn has settled.
  @inlinable static func perform(_ body: () -> Void) {
    guard !isUnderWay else { return body() }
    isUnderWay = true
    body()
    settle()
    isUnderWay = false
  }

  /// Lets `sender` deliver its next waiting value once the delivery under way is finished.
  @usableFromInline static func postpone(_ sender: any Sender) {
    sends.append(sender)
  }

  /// Runs `join` once no send waits and no shallower join does.
  static func postpone(_ join: Join) {
    while joins.count <= join.rank { joins.append(Queue()) }
    joins[join.rank].append(join)
    lowestRank = min(lowestRank, join.rank)
  }

  @usableFromInline static func settle() {
    var deliveries = 0
    while true {
      if let sender = sends.popFirst() {
        deliveries += 1
        if deliveries > limit { sender.reportEndlessTurn() }
        sender.deliverNext()
      } else if let join = nextJoin() {
        join.run()
      } else {
        return
      }
    }
  }

  private static func nextJoin() -> Join? {
    while lowestRank < joins.count {
      if let join = joins[lowestRank].popFirst() { return join }
      lowestRank += 1
    }
    return nil
  }
}

/// What can be sent to: it keeps its waiting values, the turn keeps their order among all senders.
@usableFromInline protocol Sender: AnyObject {
  /// Delivers the value that has waited longest.
  func deliverNext()

  /// Stops the program, naming the sender that goes round in circles.
  func reportEndlessTurn() -> Never
}
