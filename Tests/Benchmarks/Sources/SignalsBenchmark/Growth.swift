import Measure
import OpenCombine
import Signals

/// The growth of an event's cost.
enum Growth {
  /// One sender, many subscribers.
  static func subscribers() -> Table {
    var table = Table("subscribers", "Signals ns", "per subscriber", "OpenCombine ns", "per subscriber", "times")
    for count in [1, 10, 100, 1_000, 10_000] {
      let bag = DisposeBag()
      let relay = Relay<Int>()
      let subject = PassthroughSubject<Int, Never>()
      var cancellables: [AnyCancellable] = []
      for _ in 0..<count {
        relay.signal.map { $0 &+ 1 }.subscribe { keep($0) }.disposed(by: bag)
        subject.map { $0 &+ 1 }.sink { keep($0) }.store(in: &cancellables)
      }
      add(count, to: &table) {
        relay.send($0)
      } _: {
        subject.send($0)
      }
      withExtendedLifetime((bag, cancellables)) {}
    }
    return table
  }

  /// One subscriber, many operators in between. OpenCombine's types must be erased at each operator, because their
  /// number is known only at run time; those of Signals always are. With 1,000 operators OpenCombine overflows the
  /// stack on subscribing.
  static func depth() -> Table {
    var table = Table("chain of map", "Signals ns", "per operator", "OpenCombine ns", "per operator", "times")
    for count in [1, 10, 100, 1_000] {
      let relay = Relay<Int>()
      let signal = (0..<count).reduce(relay.signal) { signal, _ in signal.map { $0 &+ 1 } }
      let subscription = signal.subscribe { keep($0) }
      guard count < 1_000 else {
        add(count, to: &table) { relay.send($0) }
        subscription.dispose()
        continue
      }
      let subject = PassthroughSubject<Int, Never>()
      let publisher = (0..<count).reduce(subject.eraseToAnyPublisher()) { publisher, _ in
        publisher.map { $0 &+ 1 }.eraseToAnyPublisher()
      }
      let cancellable = publisher.sink { keep($0) }
      add(count, to: &table) {
        relay.send($0)
      } _: {
        subject.send($0)
      }
      subscription.dispose()
      cancellable.cancel()
    }
    return table
  }

  private static func add(
    _ count: Int, to table: inout Table, _ ours: @escaping (Int) -> Void, _ theirs: ((Int) -> Void)? = nil
  ) {
    let contenders = [ours] + (theirs.map { [$0] } ?? [])
    let costs = Cost.each(of: contenders, events: max(20, 100_000 / count), rounds: 7)
    let medians = costs.map(\.nanoseconds.median)
    let peer = medians.dropFirst().first
    table.add(
      "\(count)", text(medians[0]), text(medians[0] / Double(count)), peer.map { text($0) } ?? "-",
      peer.map { text($0 / Double(count)) } ?? "-", costs.dropFirst().first.map { text(costs[0].times($0)) } ?? "-")
  }
}
