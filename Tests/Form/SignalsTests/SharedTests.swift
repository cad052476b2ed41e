import Signals
import TestSupport
import Testing

/// The contract of ``Signal/shared(fileID:line:)``: one run, and otherwise nothing changes. Random programs test it further.
@Suite("A shared signal")
struct SharedTests {
  // MARK: One run

  @Test("10: It runs once for all subscribers")
  func oneRun() {
    let relay = Relay<Int>()
    var runs = 0
    let shared = relay.signal.map { value in
      runs += 1
      return value * 10
    }.shared()
    let (first, second) = (Recorder(shared), Recorder(shared.map { $0 + 1 }))

    relay.send(1)
    relay.send(2)

    #expect(runs == 2)
    #expect(first.values == [10, 20])
    #expect(second.values == [11, 21])
  }

  @Test("10: Asynchronous work is started once, and its result reaches everybody")
  func oneTask() async {
    let relay = Relay<Int>()
    var started = 0
    let shared = relay.signal.flatMapLatest { value async -> Int in
      started += 1
      return value * 10
    }.shared()
    let (first, second) = (Recorder(shared), Recorder(shared))

    relay.send(1)
    await second.wait { $0 == [10] }

    #expect(first.values == [10])
    #expect(started == 1)
  }

  @Test("10: A copy of the signal shares the same run, and so does a signal made from it later")
  func copies() {
    let relay = Relay<Int>()
    let shared = relay.signal.scan(0, +).shared()
    let first = Recorder(shared)
    relay.send(1)
    let copy = shared
    let second = Recorder(copy.map { -$0 })

    relay.send(2)

    #expect(first.values == [1, 3])
    #expect(second.values == [-3])
  }

  // MARK: From the first subscriber to the last

  @Test("10: Nothing runs before the first subscriber and after the last; the next one begins a new run")
  func newRun() {
    let relay = Relay<Int>()
    var runs = 0
    let shared = relay.signal.map { value in
      runs += 1
      return value
    }.scan(0, +).shared()
    relay.send(1)
    #expect(runs == 0)

    var heard: [String] = []
    let first = shared.subscribe { heard.append("a\($0)") }
    let second = shared.subscribe { heard.append("b\($0)") }
    relay.send(2)
    first.dispose()
    relay.send(3)
    second.dispose()
    relay.send(4)
    #expect(heard == ["a2", "b2", "b5"])
    #expect(runs == 2)

    let third = shared.subscribe { heard.append("c\($0)") }
    relay.send(5)
    third.dispose()
    #expect(heard == ["a2", "b2", "b5", "c5"])
  }

  @Test("10: When the last subscriber leaves, work under way is cancelled")
  func cancelled() async {
    let relay = Relay<Void>()
    var isCancelled = false
    let shared = relay.signal.flatMapLatest { _ async in
      await withTaskCancellationHandler {
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
      } onCancel: {
      }
      isCancelled = true
    }.shared()
    let (first, second) = (shared.subscribe {}, shared.subscribe {})
    relay.send()
    for _ in 1...3 { await Task {}.value }

    first.dispose()
    for _ in 1...3 { await Task {}.value }
    #expect(!isCancelled)
    second.dispose()
    #expect(await eventually { isCancelled })
  }

  @Test("10: A later subscriber misses what was sent before, also of a source with a current value")
  func later() {
    let property = Property(1)
    let shared = property.signal.shared()
    let first = Recorder(shared)
    let second = Recorder(shared)

    property.send(2)

    #expect(first.values == [1, 2])
    #expect(second.values == [2])
  }

  // MARK: Order

  @Test("10: A value arrives in the delivery of its source, before the sends made meanwhile")
  func sameDelivery() {
    let relay = Relay<Int>()
    let other = Relay<Int>()
    let bag = DisposeBag()
    var heard: [String] = []
    relay.signal.subscribe { other.send($0 * 10) }.disposed(by: bag)
    relay.signal.shared().subscribe { heard.append("shared \($0)") }.disposed(by: bag)
    relay.signal.subscribe { heard.append("direct \($0)") }.disposed(by: bag)
    other.signal.subscribe { heard.append("other \($0)") }.disposed(by: bag)

    relay.send(1)

    #expect(heard == ["shared 1", "direct 1", "other 10"])
  }

  @Test("10: Subscribers hear each value in the order in which they subscribed")
  func order() {
    let relay = Relay<Int>()
    let shared = relay.signal.shared()
    let bag = DisposeBag()
    var heard: [String] = []
    for name in ["a", "b", "c"] { shared.subscribe { heard.append("\(name)\($0)") }.disposed(by: bag) }

    relay.send(1)
    relay.send(2)

    #expect(heard == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  // MARK: Leaving and coming within a delivery

  @Test("10: A subscriber that leaves during a delivery gets nothing more, not even that value")
  func leaving() {
    let relay = Relay<Int>()
    let shared = relay.signal.shared()
    var heard: [String] = []
    var itself: Disposable?
    var behind: Disposable?
    let first = shared.subscribe { _ in
      heard.append("first")
      behind?.dispose()
    }
    itself = shared.subscribe { _ in
      heard.append("itself")
      itself?.dispose()
    }
    behind = shared.subscribe { _ in heard.append("behind") }

    relay.send(1)
    relay.send(2)

    #expect(heard == ["first", "itself", "first"])
    first.dispose()
  }

  @Test("10: The last subscriber may leave during a delivery, and another one come, which begins a new run")
  func lastLeavesWithinDelivery() {
    let relay = Relay<Int>()
    let shared = relay.signal.scan(0, +).shared()
    let bag = DisposeBag()
    var heard: [String] = []
    var only: Disposable?
    only = shared.subscribe { value in
      heard.append("a\(value)")
      guard value == 3 else { return }
      only?.dispose()
      shared.subscribe { heard.append("b\($0)") }.disposed(by: bag)
    }

    for value in 1...4 { relay.send(value) }

    // The new run begins with the next value, and with the state of a new run.
    #expect(heard == ["a1", "a3", "b3", "b7"])
  }

  @Test(
    "A new run within a delivery of the last one gives the source's current value to its first subscriber only once")
  func newRunOfProperty() {
    let property = Property(1)
    let shared = property.signal.shared()
    let bag = DisposeBag()
    var heard: [String] = []
    var only: Disposable?
    only = shared.subscribe { value in
      heard.append("a\(value)")
      guard value == 2 else { return }
      only?.dispose()
      for name in ["b", "c"] { shared.subscribe { heard.append("\(name)\($0)") }.disposed(by: bag) }
    }

    property.send(2)
    property.send(3)

    #expect(heard == ["a1", "a2", "b2", "c2", "b3", "c3"])
  }

  @Test("10: A value that an operator lets go of after the run has ended does not reach the next run's subscribers")
  func endedRun() {
    let relay = Relay<Int>()
    var swap: (() -> Void)?
    let shared = relay.signal.map { value in
      swap?()
      return value
    }.shared()
    var heard: [String] = []
    var next: Disposable?
    let first = shared.subscribe { heard.append("first \($0)") }
    swap = {
      swap = nil
      first.dispose()
      next = shared.subscribe { heard.append("next \($0)") }
    }

    relay.send(1)
    relay.send(2)

    #expect(heard == ["next 2"])
    next?.dispose()
  }

  @Test("10: A new run of a source that has no value any more gives none, even in the same turn")
  func newRunWithoutValue() {
    let relay = Relay<Void>()
    let (bag, runs) = (DisposeBag(), DisposeBag())
    var hasValue = true
    let shared = Property(1).signal.filter { _ in hasValue }.shared()
    var heard: [String] = []
    relay.signal.subscribe {
      shared.subscribe { heard.append("a\($0)") }.dispose()
      hasValue = false
      for name in ["b", "c"] { shared.subscribe { heard.append("\(name)\($0)") }.disposed(by: runs) }
    }.disposed(by: bag)

    relay.send()

    #expect(heard == ["a1"])
  }

  @Test("10: A subscriber that comes during a delivery misses the value")
  func comingWithinDelivery() {
    let relay = Relay<Int>()
    let shared = relay.signal.shared()
    let bag = DisposeBag()
    let lateBag = DisposeBag()
    var late: [Int] = []
    shared.filter { $0 == 1 }.subscribe { _ in
      shared.subscribe { late.append($0) }.disposed(by: lateBag)
    }.disposed(by: bag)

    relay.send(1)
    relay.send(2)

    #expect(late == [2])
  }
}
