import CAllocations
import Glibc

/// What one event costs.
public struct Cost: Sendable {
  /// Time on the processor, in nanoseconds: what the machine does meanwhile for others does not count.
  public var nanoseconds: Double
  /// Blocks that the calling thread takes from the heap.
  public var allocations: Double

  /// The cost of each of several things, measured in turns, so that what disturbs the machine disturbs all of them. Of
  /// several rounds the quickest counts: it is the one that was disturbed least. Allocations are those of the round that
  /// made most, after one that is not counted, in which queues grow to their size.
  ///
  /// - Parameters:
  ///   - events: How many make a round.
  ///   - contenders: What is to be measured. Each is given the number of the event.
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

  /// The cost of each event of one round.
  public init(of events: Int, _ body: (Int) -> Void) {
    let allocationsBefore = allocations_of_this_thread()
    let timeBefore = Self.timeOnProcessor()
    for event in 0..<events { body(event) }
    nanoseconds = (Self.timeOnProcessor() - timeBefore) / Double(events)
    allocations = Double(allocations_of_this_thread() - allocationsBefore) / Double(events)
  }

  /// What the calling thread has used so far, in nanoseconds.
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
