import CAllocations

/// What one event costs.
public struct Cost: Sendable {
  /// Time, in nanoseconds.
  public var nanoseconds: Double
  /// Blocks that the calling thread takes from the heap.
  public var allocations: Double

  /// The cost of each of several things, measured in turns, so that what disturbs the machine disturbs all of them. Of
  /// several rounds the quickest counts: it is the one that was disturbed least.
  ///
  /// - Parameters:
  ///   - events: How many make a round.
  ///   - contenders: What is to be measured. Each is given the number of the event.
  public static func each(
    of contenders: [(Int) -> Void], events: Int = 100_000, rounds: Int = 9
  ) -> [Cost] {
    var costs = contenders.map { _ in Cost(nanoseconds: .infinity, allocations: .infinity) }
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        let cost = Cost(of: events, contender)
        costs[index].nanoseconds = min(costs[index].nanoseconds, cost.nanoseconds)
        costs[index].allocations = min(costs[index].allocations, cost.allocations)
      }
    }
    return costs
  }

  /// The cost of each event of one round.
  public init(of events: Int, _ body: (Int) -> Void) {
    let allocationsBefore = allocations_of_this_thread()
    let time = ContinuousClock().measure { for event in 0..<events { body(event) } }
    allocations = Double(allocations_of_this_thread() - allocationsBefore) / Double(events)
    nanoseconds = time / .nanoseconds(1) / Double(events)
  }

  private init(nanoseconds: Double, allocations: Double) {
    self.nanoseconds = nanoseconds
    self.allocations = allocations
  }
}
