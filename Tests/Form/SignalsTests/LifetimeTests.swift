import Signals
import Testing
import TestSupport

/// Clause 6 of the contract: which object keeps which alive.
@Suite("Lifetimes")
struct LifetimeTests {
  @Test("6: a subscription keeps its upstream alive, held properties included")
  func upstream() {
    // Given a chain of properties that only the subscription refers to
    let relay = Relay<Int>()
    let bag = DisposeBag()
    var heard: [Int] = []
    relay.signal.hold(0).signal.map { $0 * 10 }.hold(0).signal.subscribe { heard.append($0) }.disposed(by: bag)

    relay.send(1)

    #expect(heard == [0, 10])
  }

  @Test("6: a bag that goes ends its subscriptions, and they release everything")
  func bag() {
    let relay = Relay<Int>()
    var bag: DisposeBag? = DisposeBag()
    weak var token: Token?
    var heard: [Int] = []
    do {
      let held = Token()
      token = held
      bag.map { bag in
        relay.signal.map {
          _ = held; return $0
        }.subscribe { heard.append($0) }.disposed(by: bag)
      }
    }
    relay.send(1)
    #expect(token != nil)

    bag = nil
    relay.send(2)

    #expect(heard == [1])
    #expect(token == nil)
  }

  @Test("6: a bag may go during a delivery to its own subscriber")
  func bagGoesDuringDelivery() {
    let relay = Relay<Int>()
    var bag: DisposeBag? = DisposeBag()
    var heard: [Int] = []
    for subscriber in 1...3 {
      bag.map { existing in
        relay.signal.subscribe { _ in
          heard.append(subscriber)
          bag = nil
        }.disposed(by: existing)
      }
    }

    relay.send(1)
    relay.send(2)

    #expect(heard == [1])
  }

  @Test("6: a subscriber that leaves while a switch delivers its first value leaves the new signal too")
  func leavingDuringSwitch() {
    // Given a subscriber that ends its subscription when the new signal delivers its current value
    let source = Relay<Int>()
    let other = Property(1)
    var subscription: Disposable?
    weak var token: Token?
    do {
      let held = Token()
      token = held
      subscription = source.signal.flatMapLatest { _ in other.signal }.subscribe { _ in
        _ = held
        subscription?.dispose()
        subscription = nil
      }
    }

    source.send(1)

    // Then the new signal, which lives on, keeps nothing of the subscription
    #expect(token == nil)
    #expect(other.value == 1)
  }

  @Test("6: bind(to:) does not keep a view alive, and a value sent after the view is gone is dropped")
  func binder() {
    let property = Property("a")
    let bag = DisposeBag()
    var label: Label? = Label()
    weak let observed = label
    label.map { property.signal.bind(to: Binder($0) { $0.text = $1 }).disposed(by: bag) }
    property.send("b")
    #expect(label?.text == "b")

    label = nil
    property.send("c")

    #expect(observed == nil)
  }

  @Test("6: a relay kept alive only by a waiting value still delivers it")
  func relayReleasedWithWaitingValue() {
    let start = Relay<Void>()
    let bag = DisposeBag()
    var heard: [Int] = []
    var relay: Relay<Int>? = Relay()
    relay?.signal.subscribe { heard.append($0) }.disposed(by: bag)
    start.signal.subscribe {
      relay?.send(1)
      relay = nil
    }.disposed(by: bag)

    start.send()

    #expect(heard == [1])
  }

  @Test("6: a property may go during its own delivery")
  func propertyReleasedDuringDelivery() {
    let bag = DisposeBag()
    var heard: [String] = []
    var property: Property<Int>? = Property(0)
    weak let observed = property
    property?.signal.subscribe { value in
      heard.append("first \(value)")
      if value == 1 { property = nil }
    }.disposed(by: bag)
    property?.signal.subscribe { heard.append("second \($0)") }.disposed(by: bag)

    property?.send(1)

    #expect(heard == ["first 0", "second 0", "first 1", "second 1"])
    _ = observed
  }
}

private final class Token {}

private final class Label {
  var text = ""
}
