import CAllocations
import Signals
import TestSupport
import Testing

/// Expects an empty heap after everything is released. The count includes all blocks, so a forgotten node of any kind
/// shows.
@Suite("Leaks", .enabled(if: allocations_are_counted(), "A sanitizer brings its own malloc, and its own search."))
struct LeakTests {
  @Test("random programs leave no blocks behind after their bags and senders go")
  func randomPrograms() {
    #expect(
      leftovers(warmUp: 400, of: 600) { run in
        var generator = ProgramGenerator(seed: UInt64(run))
        _ = Player.play(generator.program(), on: Layer(isSharing: run.isMultiple(of: 2)))
      } == 0)
  }

  @Test("a relay, its properties, their join, the view and its bag leave nothing behind, in any order of release")
  func anyOrder() {
    #expect(
      leftovers(warmUp: 1, of: 100) { _ in
        for order in permutations(of: [0, 1, 2, 3, 4]) {
          let form = Form()
          form.relay?.send(1)
          for part in order { form.letGo(of: part) }
        }
      } == 0)
  }

  @Test("subscriptions that come and go, also during a delivery, don't make a list of observers grow")
  func comingAndGoing() {
    // Given a list with an observer that stays. A list that grows is moved to a larger block.
    let relay = Relay<Int>()
    let staying = relay.signal.subscribe { _ in }
    func allocations(by count: Int) -> UInt64 {
      let before = allocations_of_this_thread()
      for _ in 0..<count {
        relay.signal.map { $0 }.subscribe { _ in }.dispose()
        var leaving: Disposable?
        leaving = relay.signal.subscribe { _ in leaving?.dispose() }
        relay.send(0)
      }
      return allocations_of_this_thread() - before
    }

    // When it has had its largest size
    _ = allocations(by: 10)

    // Then each subscription takes as much as those before it
    #expect(allocations(by: 10_000) == 100 * allocations(by: 100))
    staying.dispose()
  }

  @Test("a chain of 1,000 operators and 1,000 properties runs, and goes, without overflowing the stack")
  func longChain() {
    var ends: [Int] = []
    ends.reserveCapacity(10)

    let leftovers = leftovers(warmUp: 1, of: 3) { _ in
      let relay = Relay<Int>()
      let mapped = (0..<1_000).reduce(relay.signal) { signal, _ in signal.map { $0 + 1 } }
      let last = (0..<1_000).reduce(mapped.hold(0)) { property, _ in property.signal.map { $0 + 1 }.hold(0) }
      relay.send(1)
      ends.append(last.value)
    }

    #expect(leftovers == 0)
    #expect(ends == [2_001, 2_001, 2_001, 2_001])
  }

  /// The blocks left on the heap by `count` runs of `body`, after `warmUp` runs. Those fill the caches of the runtime
  /// of the language and the queues of the layer, which keep their largest size.
  private func leftovers(warmUp: Int, of count: Int, _ body: (Int) -> Void) -> Int64 {
    for run in 0..<warmUp { body(run) }
    let before = live_allocations_of_this_thread()
    for run in 0..<count { body(run) }
    return live_allocations_of_this_thread() - before
  }

  private func permutations(of elements: [Int]) -> [[Int]] {
    guard elements.count > 1 else { return [elements] }
    return elements.flatMap { first in
      permutations(of: elements.filter { $0 != first }).map { [first] + $0 }
    }
  }
}

/// A small form whose parts can be released in any order.
private final class Form {
  final class View {
    var text = 0
  }

  private(set) var relay: Relay<Int>? = Relay()
  private var first: Property<Int>?
  private var second: Property<Int>?
  private var view: View? = View()
  private var bag: DisposeBag? = DisposeBag()

  init() {
    guard let relay, let view, let bag else { return }
    let first = relay.signal.map { $0 * 2 }.hold(0)
    let second = Signal.combineLatest(first.signal, relay.signal).map { $0 + $1 }.hold(0)
    Signal.combineLatest(first.signal, second.signal).map { $0 + $1 }
      .bind(to: Binder(view) { $0.text = $1 }).disposed(by: bag)
    first.signal.flatMapLatest { _ in second.signal }.bind(to: relay).disposed(by: DisposeBag())
    second.signal.skip(1).subscribe { [weak self] _ in self?.relay = nil }.disposed(by: bag)
    (self.first, self.second) = (first, second)
  }

  func letGo(of part: Int) {
    switch part {
    case 0: relay = nil
    case 1: first = nil
    case 2: second = nil
    case 3: view = nil
    default: bag = nil
    }
  }
}
