import Measure
import OpenCombine
import Signals

/// An operation to measure in Signals and, if OpenCombine has it, there as well.
struct Contest {
  let name: String
  let ours: (Int) -> Void
  let theirs: ((Int) -> Void)?

  /// An operator between a relay and a subscriber. Each sent value is an event.
  static func of<Output, Theirs: Publisher>(
    _ name: String, _ ours: (Signal<Int>) -> Signal<Output>, _ theirs: (PassthroughSubject<Int, Never>) -> Theirs
  ) -> Contest where Theirs.Failure == Never {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = theirs(subject).sink { keep($0) }
    return Contest(name: name, ours: sending(ours)) { event in
      subject.send(event)
      withExtendedLifetime(cancellable) {}
    }
  }

  /// An operator that OpenCombine does not have.
  static func alone<Output>(_ name: String, _ ours: (Signal<Int>) -> Signal<Output>) -> Contest {
    Contest(name: name, ours: sending(ours), theirs: nil)
  }

  private static func sending<Output>(_ operation: (Signal<Int>) -> Signal<Output>) -> (Int) -> Void {
    let relay = Relay<Int>()
    _ = operation(relay.signal).subscribe { keep($0) }
    return { relay.send($0) }
  }

  /// Measures both and adds a row.
  func run(into table: inout Table) {
    let costs = Cost.each(of: [ours] + (theirs.map { [$0] } ?? []), events: 20_000)
    let peer = costs.dropFirst().first
    table.add(
      name, costs[0].nanoseconds.spread(), text(costs[0].allocations, digits: 2),
      peer.map { $0.nanoseconds.spread(digits: 0) } ?? "-", peer.map { text($0.allocations, digits: 2) } ?? "-",
      peer.map { text(costs[0].times($0)) } ?? "-")
  }
}

/// A use that the compiler can't see through, so that it removes no work.
@inline(never) @_optimize(none) func keep<Value>(_ value: Value) {}
