import CAllocations
import Signals
import TestSupport
import Testing

/// The contract of ``Signal/shared(fileID:line:)`` where one send reaches several inputs of a join, where values come back,
/// and at the end.
@Suite("A shared signal among others")
struct SharedGraphTests {
  // MARK: No glitches

  @Test("10: A join of two signals made from a shared one gives one value for each send")
  func diamond() {
    let relay = Relay<Int>()
    let shared = relay.signal.map { $0 * 10 }.shared()
    let recorder = Recorder(Signal.combineLatest(shared, shared.map { $0 + 1 }).map { [$0, $1] })

    relay.send(1)
    relay.send(2)

    #expect(recorder.values == [[10, 11], [20, 21]])
  }

  @Test("10: Above a property such a join has its first value at once")
  func diamondOfProperty() {
    let property = Property(1)
    let shared = property.signal.map { $0 * 10 }.shared()
    let recorder = Recorder(Signal.combineLatest(shared, shared.map { $0 + 1 }).map { [$0, $1] })

    property.send(2)

    #expect(recorder.values == [[10, 11], [20, 21]])
  }

  @Test("10: So has one that is subscribed to in the middle of a turn, by a switch")
  func diamondInSwitch() {
    let source = Relay<Int>()
    let a = source.signal.hold(0)
    let b = Property(0)
    let bag = DisposeBag()
    let shared = Signal.combineLatest(a.signal, b.signal).map { $0 * 100 + $1 }.shared()
    let recorder = Recorder(
      source.signal.flatMapLatest { _ in Signal.combineLatest(shared, shared.map { -$0 }) }.map { [$0, $1] })
    source.signal.bind(to: b).disposed(by: bag)

    source.send(1)
    source.send(2)

    #expect(recorder.values == [[101, -101], [202, -202]])
  }

  @Test("10: withLatest reads a shared signal's value of this turn, also the first one")
  func withLatest() {
    let property = Property(1)
    let shared = property.signal.map { $0 * 10 }.shared()
    let recorder = Recorder(shared.withLatest(from: shared.map { $0 + 1 }).map { [$0, $1] })

    property.send(2)

    #expect(recorder.values == [[10, 11], [20, 21]])
  }

  @Test("10: Diamonds upon diamonds, each sharing what is above it, give one output for each send")
  func deepDiamonds() {
    let source = Property(1)
    var runs = 0
    var signal = source.signal
    for _ in 1...5 {
      let above = signal.map { value in
        runs += 1
        return value
      }.shared()
      signal = Signal.combineLatest(above, above).map { $0 + $1 }
    }
    let recorder = Recorder(signal)
    runs = 0

    source.send(2)

    #expect(recorder.values == [32, 64])
    #expect(runs == 5, "Without sharing, 2 + 4 + 8 + 16 + 32.")
  }

  @Test("10: A shared join feeds a deeper join: branches of unequal depth give one output")
  func unequalBranches() {
    let source = Property(1)
    let twice = Signal.combineLatest(source.signal, source.signal).map { $0 + $1 }.shared()
    let deep = Signal.combineLatest(source.signal, twice).map { $0 + $1 }.shared()
    let recorder = Recorder(Signal.combineLatest(source.signal, twice, deep).map { [$0, $1, $2] })

    source.send(2)

    #expect(recorder.values == [[1, 2, 3], [2, 4, 6]])
  }

  @Test("10: A rank that grows later, by a switch to a deeper signal, grows below the shared signal too")
  func growingRank() {
    let source = Property(1)
    let isDeep = Property(false)
    let sum = Signal.combineLatest(source.signal, source.signal).map { $0 + $1 }
    let deeper = Signal.combineLatest(source.signal, sum).map { $0 + $1 }
    let chosen = isDeep.signal.flatMapLatest { $0 ? deeper : source.signal }.shared()
    let (first, second) = (chosen.map { $0 }, chosen.map { -$0 })
    let recorder = Recorder(Signal.combineLatest(source.signal, first, second).map { [$0, $1, $2] })

    source.send(2)
    isDeep.send(true)
    source.send(3)

    #expect(recorder.values == [[1, 1, -1], [2, 2, -2], [2, 6, -6], [3, 9, -9]])
  }

  @Test("10: An input and a property that follows the shared signal count as changed by the same send")
  func heldBelow() {
    let source = Relay<Int>()
    let shared = source.signal.map { $0 * 10 }.shared()
    let held = shared.hold(0)
    let recorder = Recorder(Signal.combineLatest(shared, held.signal, source.signal).map { [$0, $1, $2] })

    source.send(1)
    source.send(2)

    #expect(recorder.values == [[10, 10, 1], [20, 20, 2]])
  }

  // MARK: Re-entrancy

  @Test("10: An observer may send to the source: every subscriber hears the values in the same order")
  func sendingToTheSource() {
    let relay = Relay<Int>()
    let shared = relay.signal.shared()
    let bag = DisposeBag()
    var first: [Int] = []
    var last: [Int] = []
    shared.subscribe { first.append($0) }.disposed(by: bag)
    shared.filter { $0 < 100 }.subscribe {
      relay.send($0 * 10)
      relay.send($0 * 10 + 1)
    }.disposed(by: bag)
    shared.subscribe { last.append($0) }.disposed(by: bag)

    relay.send(1)

    #expect(first == [1, 10, 11, 100, 101, 110, 111])
    #expect(last == first)
  }

  @Test("10: A shared signal that feeds itself in the middle of its delivery delivers the values one after the other")
  func feedingItself() {
    // Given a shared signal whose source contains a property that follows it
    let relay = Relay<Int>()
    var follower: Property<Int>?
    let shared = Signal.merge(
      relay.signal,
      relay.signal.filter { $0 == 0 }.flatMapLatest { _ in follower?.signal.skip(1) ?? .merge() }
        .filter { $0 < 3 }.flatMapLatest { .just($0 + 1) }
    ).shared()
    let (first, held) = (Recorder(shared), shared.hold(-1))
    follower = held
    let last = Recorder(shared)

    relay.send(0)
    relay.send(1)

    #expect(first.values == [0, 1, 2, 3])
    #expect(last.values == first.values)
    // Its property keeps itself alive, until the switch leaves it.
    follower = nil
    relay.send(0)
  }

  // MARK: Lifetime and cost

  @Test("10: A subscription keeps what is above it alive, and nothing else does")
  func lifetime() {
    weak var relay: Relay<Int>?
    var bag: DisposeBag? = DisposeBag()
    var shared: Signal<Int>?
    var heard: [Int] = []
    do {
      let source = Relay<Int>()
      relay = source
      shared = source.signal.map { $0 }.shared()
      if let bag { shared?.subscribe { heard.append($0) }.disposed(by: bag) }
    }
    shared = nil
    relay?.send(1)
    #expect(heard == [1])
    bag = nil
    #expect(relay == nil)
  }

  @Test("10: A subscriber that has left is let go of, also the first one of a run that goes on")
  func lettingGo() {
    final class Listener {}
    let shared = Property(1).signal.shared()
    weak var gone: Listener?
    let second: Disposable
    do {
      let listener = Listener()
      gone = listener
      let first = shared.subscribe { _ in withExtendedLifetime(listener) {} }
      second = shared.subscribe { _ in }
      first.dispose()
    }
    #expect(gone == nil)
    second.dispose()
  }

  @Test("10: A value takes no heap memory", .enabled(if: allocations_are_counted()))
  func allocations() {
    let relay = Relay<Int>()
    let bag = DisposeBag()
    var sum = 0
    let shared = relay.signal.map { $0 + 1 }.shared()
    Signal.combineLatest(shared, shared.filter { $0 != 9 }).subscribe { sum = $0 + $1 }.disposed(by: bag)
    shared.subscribe { sum += $0 }.disposed(by: bag)
    for value in 0..<10 { relay.send(value) }

    let before = allocations_of_this_thread()
    for value in 10..<1_010 { relay.send(value) }

    #expect(allocations_of_this_thread() == before)
    #expect(sum == 2 * 1_010)
  }
}
