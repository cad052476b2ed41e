import CAllocations
import Glibc

/// The cost of one event.
public struct Cost: Sendable {
  /// The processor time in nanoseconds. Other programs on the machine do not count.
  public var nanoseconds: Double
  /// The blocks that the calling thread takes from the heap.
  public var allocations: Double

  /// The costs of several contenders, measured in turns, so that the machine disturbs all of them alike. The time is
  /// that of the quickest round, which was disturbed least. The allocations are those of the round with most. A first
  /// round, in which queues grow to their size, does not count for them.
  ///
  /// - Parameters:
  ///   - events: The number of events in a round.
  ///   - contenders: The code to measure. Each call gets the number of the event.
  public static func each(
    of contenders: [(Int) -> Void], events: Int, rounds: Int = 21
  ) -> [Cost] {
    var costs = contenders.map { Cost(nanoseconds: Cost(of: events, $0).nanoseconds, allocations: 0) }
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        let cost = Cost(of: events, contender)
        costs[index].nanoseconds = min(costs[index].nanoseconds, cost.nanoseconds)
        costs[index].allocations = max(costs[index].allocations, cost.allocations)
      }
    }
    return costs
  }

  /// The cost of one event, as an average over a round.
  public init(of events: Int, _ body: (Int) -> Void) {
    let allocationsBefore = allocations_of_this_thread()
    let timeBefore = Self.timeOnProcessor()
    for event in 0..<events { body(event) }
    nanoseconds = (Self.timeOnProcessor() - timeBefore) / Double(events)
    allocations = Double(allocations_of_this_thread() - allocationsBefore) / Double(events)
  }

  /// The processor time of the calling thread so far, in nanoseconds.
  private static func timeOnProcessor() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  private init(nanoseconds: Double, allocations: Double) {
    self.nanoseconds = nanoseconds
    self.allocations = allocations
  }
}
