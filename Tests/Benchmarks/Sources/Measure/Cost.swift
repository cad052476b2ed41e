import CAllocations
import Glibc

/// The cost of one event, measured in several rounds.
public struct Cost: Sendable {
  /// The processor time in nanoseconds, of each round. Other programs on the machine do not count.
  public private(set) var nanoseconds: [Double] = []
  /// The most blocks that the calling thread took from the heap in a round.
  public private(set) var allocations = 0.0

  /// The costs of several contenders, measured in turns, so that the machine disturbs all of them alike. A first round,
  /// in which queues grow to their size, does not count.
  ///
  /// - Parameters:
  ///   - events: The number of events in a round.
  ///   - contenders: The code to measure. Each call gets the number of the event.
  public static func each(
    of contenders: [(Int) -> Void], events: Int, rounds: Int = 21
  ) -> [Cost] {
    for contender in contenders { _ = round(of: events, contender) }
    var costs = contenders.map { _ in Cost() }
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        let (nanoseconds, allocations) = round(of: events, contender)
        costs[index].nanoseconds.append(nanoseconds)
        costs[index].allocations = max(costs[index].allocations, allocations)
      }
    }
    return costs
  }

  /// How many times as long another one takes: the median over the rounds, each of which has both.
  public func times(_ other: Cost) -> Double {
    zip(other.nanoseconds, nanoseconds).map { $0 / $1 }.median
  }

  /// The cost of one event, as an average over a round.
  private static func round(of events: Int, _ body: (Int) -> Void) -> (nanoseconds: Double, allocations: Double) {
    let allocationsBefore = allocations_of_this_thread()
    let timeBefore = timeOnProcessor()
    for event in 0..<events { body(event) }
    return (
      (timeOnProcessor() - timeBefore) / Double(events),
      Double(allocations_of_this_thread() - allocationsBefore) / Double(events)
    )
  }

  /// The processor time of the calling thread so far, in nanoseconds.
  private static func timeOnProcessor() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
