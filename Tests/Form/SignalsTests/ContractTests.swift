import Signals
import Testing
import TestSupport

/// The nine clauses of the contract, in their order. Random programs test the first six further.
@Suite("The contract")
struct ContractTests {
  // MARK: 1. Order

  @Test("1: values arrive in the order sent, at each subscriber in subscription order, before send returns")
  func order() {
    // Given two subscribers of one relay
    let relay = Relay<Int>()
    let bag = DisposeBag()
    var heard: [String] = []
    relay.signal.subscribe { heard.append("first \($0)") }.disposed(by: bag)
    relay.signal.subscribe { heard.append("second \($0)") }.disposed(by: bag)

    // When two values are sent, then each send returns with its value delivered to both
    relay.send(1)
    #expect(heard == ["first 1", "second 1"])
    relay.send(2)
    #expect(heard == ["first 1", "second 1", "first 2", "second 2"])
  }

  @Test("1: a subscriber that joins during a delivery misses the value, but gets a property's current value")
  func subscriptionDuringDelivery() {
    // Given subscribers that each add another subscriber at the first value
    let relay = Relay<Int>()
    let property = Property(0)
    let bag = DisposeBag()
    let lateBag = DisposeBag()
    var fromRelay: [Int] = []
    var fromProperty: [Int] = []
    relay.signal.filter { $0 == 1 }.subscribe { _ in
      relay.signal.subscribe { fromRelay.append($0) }.disposed(by: lateBag)
    }.disposed(by: bag)
    property.signal.filter { $0 == 1 }.subscribe { _ in
      property.signal.subscribe { fromProperty.append($0) }.disposed(by: lateBag)
    }.disposed(by: bag)

    // When two values are sent to each
    for value in 1...2 {
      relay.send(value)
      property.send(value)
    }

    // Then the relay's late subscriber hears only the second value, the property's hears each once
    #expect(fromRelay == [2])
    #expect(fromProperty == [1, 2])
  }

  // MARK: 2. One turn at a time

  @Test("2: a send during a delivery, to any relay, waits until the delivery is finished")
  func sendDuringDelivery() {
    // Given a first subscriber that sends to another relay and to the same one
    let a = Relay<Int>()
    let b = Relay<Int>()
    let bag = DisposeBag()
    var heard: [String] = []
    a.signal.filter { $0 == 1 }.subscribe { _ in
      b.send(10)
      a.send(2)
      heard.append("sent")
    }.disposed(by: bag)
    a.signal.subscribe { heard.append("a \($0)") }.disposed(by: bag)
    b.signal.subscribe { heard.append("b \($0)") }.disposed(by: bag)

    // When the first value is sent
    a.send(1)

    // Then the second subscriber hears it before its consequences, and all arrives before send returns
    #expect(heard == ["sent", "a 1", "b 10", "a 2"])
  }

  @Test("2: a relay's sends to itself, three deep, reach every subscriber in the same order")
  func sendThreeDeep() {
    let relay = Relay<Int>()
    let bag = DisposeBag()
    var first: [Int] = []
    var last: [Int] = []
    relay.signal.subscribe { first.append($0) }.disposed(by: bag)
    relay.signal.filter { $0 < 1_000 }.subscribe {
      relay.send($0 * 10)
      relay.send($0 * 10 + 1)
    }.disposed(by: bag)
    relay.signal.subscribe { last.append($0) }.disposed(by: bag)

    relay.send(1)

    #expect(first == [1, 10, 11, 100, 101, 110, 111, 1000, 1001, 1010, 1011, 1100, 1101, 1110, 1111])
    #expect(last == first)
  }

  @Test("2: a property's value changes when it is delivered")
  func propertyValueDuringDelivery() {
    // Given a subscriber that sends to a property and reads it
    let relay = Relay<Int>()
    let property = Property(0)
    let bag = DisposeBag()
    var seen: [Int] = []
    relay.signal.subscribe {
      property.send($0)
      seen.append(property.value)
    }.disposed(by: bag)
    property.signal.subscribe { _ in seen.append(property.value) }.disposed(by: bag)

    relay.send(7)

    #expect(seen == [0, 0, 7])
    #expect(property.value == 7)
  }

  @Test("2: time that passes during a delivery does not overtake the delivery")
  func timeDuringDelivery() {
    // Given two delayed values, and a subscriber that lets time pass when the first one arrives
    let relay = Relay<Int>()
    let scheduler = TestScheduler()
    let bag = DisposeBag()
    let late = Signal<Int>.merge(
      relay.signal.debounce(.seconds(1), on: scheduler),
      relay.signal.map { $0 + 1 }.debounce(.seconds(2), on: scheduler)
    ).hold(0)
    late.signal.filter { $0 == 1 }.subscribe { _ in scheduler.advance(by: .seconds(1)) }.disposed(by: bag)
    let recorder = Recorder(late.signal)

    relay.send(1)
    scheduler.advance(by: .seconds(1))

    #expect(recorder.values == [0, 1, 2])
    #expect(scheduler.now == .seconds(2))
  }

  // MARK: 3. Disposal

  @Test("3: after dispose nothing arrives, not even the value being delivered")
  func disposalDuringDelivery() {
    // Given a subscriber that disposes of the next one, and one that disposes of itself
    let relay = Relay<Int>()
    var heard: [String] = []
    var behind: Disposable?
    var itself: Disposable?
    let first = relay.signal.subscribe { _ in
      heard.append("first")
      behind?.dispose()
    }
    itself = relay.signal.subscribe { _ in
      heard.append("itself")
      itself?.dispose()
    }
    behind = relay.signal.subscribe { _ in heard.append("behind") }

    relay.send(1)
    relay.send(2)

    #expect(heard == ["first", "itself", "first"])
    first.dispose()
  }

  @Test("3: an operator's own closure may end the subscription in the middle of a value")
  func disposalMidChain() {
    let relay = Relay<Int>()
    var heard: [Int] = []
    var subscription: Disposable?
    subscription = relay.signal.map { value in
      if value == 2 { subscription?.dispose() }
      return value
    }.subscribe { heard.append($0) }

    for value in 1...3 { relay.send(value) }

    #expect(heard == [1])
  }

  @Test("3: a waiting value does not reach a subscriber that has left meanwhile")
  func disposalWhileWaiting() {
    let relay = Relay<Int>()
    let other = Relay<Int>()
    let bag = DisposeBag()
    var heard: [Int] = []
    let subscription = other.signal.subscribe { heard.append($0) }
    relay.signal.subscribe {
      other.send($0)
      subscription.dispose()
    }.disposed(by: bag)

    relay.send(1)

    #expect(heard.isEmpty)
  }

  @Test("3: a join that waits for its run does not run after it is disposed of")
  func disposalOfWaitingJoin() {
    let a = Property(0)
    let b = Property(0)
    let bag = DisposeBag()
    var sums: [Int] = []
    let sum = Signal.combineLatest(a.signal, b.signal).map { $0 + $1 }.subscribe { sums.append($0) }
    a.signal.filter { $0 == 1 }.subscribe { _ in sum.dispose() }.disposed(by: bag)

    a.send(1)

    #expect(sums == [0])
  }

  // MARK: 4. No glitches

  @Test("4: two inputs changed by one send give one output, with both new values")
  func diamond() {
    let source = Property(1)
    let tens = source.signal.map { $0 * 10 }
    let recorder = Recorder(Signal.combineLatest(source.signal, tens).map { [$0, $1] })

    source.send(2)
    source.send(3)

    #expect(recorder.values == [[1, 10], [2, 20], [3, 30]])
  }

  @Test("4: diamonds upon diamonds, 5 deep, give one output for each send")
  func deepDiamonds() {
    let source = Property(1)
    var signal = source.signal
    for _ in 1...5 {
      let (left, right) = (signal.map { $0 }, signal.map { $0 })
      signal = Signal.combineLatest(left, right).map { $0 + $1 }.hold(0).signal
    }
    let recorder = Recorder(signal)

    source.send(2)
    source.send(3)

    #expect(recorder.values == [32, 64, 96])
  }

  @Test("4: branches of unequal depth give one output")
  func unequalBranches() {
    let source = Property(1)
    let twice = Signal.combineLatest(source.signal, source.signal).map { $0 + $1 }
    let deep = Signal.combineLatest(source.signal, twice).map { $0 + $1 }
    let recorder = Recorder(Signal.combineLatest(source.signal, deep).map { [$0, $1] })

    source.send(2)

    #expect(recorder.values == [[1, 3], [2, 6]])
  }

  @Test("4: inputs fed by bind(to:) during the turn count as changed by the same send")
  func joinOfBoundInputs() {
    let source = Relay<Int>()
    let a = Relay<Int>()
    let b = Property(0)
    let bag = DisposeBag()
    let recorder = Recorder(Signal.combineLatest(a.signal, b.signal).map { [$0, $1] })
    source.signal.bind(to: a).disposed(by: bag)
    source.signal.map { $0 * 10 }.bind(to: b).disposed(by: bag)

    source.send(1)
    source.send(2)

    #expect(recorder.values == [[1, 10], [2, 20]])
  }

  @Test("4: inputs fed by another join count too, whichever subscribed first")
  func joinOfJoinedInputs() {
    let source = Property(1)
    let sum = Property(0)
    let bag = DisposeBag()
    let recorder = Recorder(Signal.combineLatest(source.signal, sum.signal).map { [$0, $1] })
    Signal.combineLatest(source.signal, source.signal).map { $0 + $1 }.bind(to: sum).disposed(by: bag)

    source.send(2)
    source.send(3)

    #expect(recorder.values == [[1, 0], [1, 2], [2, 4], [3, 6]])
  }

  @Test("4: a join below a switch to a deeper signal gives one output")
  func joinBelowSwitch() {
    let source = Property(1)
    let isDeep = Property(false)
    let sum = Signal.combineLatest(source.signal, source.signal).map { $0 + $1 }
    let deeper = Signal.combineLatest(source.signal, sum).map { $0 + $1 }
    let chosen = isDeep.signal.flatMapLatest { $0 ? deeper : source.signal }
    let recorder = Recorder(Signal.combineLatest(source.signal, chosen).map { [$0, $1] })

    source.send(2)
    isDeep.send(true)
    source.send(3)

    #expect(recorder.values == [[1, 1], [2, 2], [2, 6], [3, 9]])
  }

  @Test("4: a switch in the middle of a turn delivers no value that is about to change")
  func switchMidTurn() {
    // Given a switch that happens before one property of the new signal has received the value
    let source = Relay<Int>()
    let a = source.signal.hold(0)
    let b = Property(0)
    let bag = DisposeBag()
    let switched = Recorder(
      source.signal.flatMapLatest { _ in Signal.combineLatest(a.signal, b.signal) }.map { [$0, $1] })
    source.signal.bind(to: b).disposed(by: bag)

    source.send(1)
    source.send(2)

    #expect(switched.values == [[1, 1], [2, 2]])
  }

  @Test("4: withLatest sees the changes made by its trigger")
  func withLatestIsSettled() {
    let trigger = Relay<Int>()
    let doubled = Property(0)
    let bag = DisposeBag()
    let recorder = Recorder(trigger.signal.withLatest(from: doubled.signal).map { [$0, $1] })
    trigger.signal.map { $0 * 2 }.bind(to: doubled).disposed(by: bag)

    trigger.send(1)
    trigger.send(2)

    #expect(recorder.values == [[1, 2], [2, 4]])
  }

  // MARK: 5. No repeats

  @Test("5: the observers of a property never see two equal values in a row")
  func noRepeats() {
    let property = Property(1)
    let recorder = Recorder(property.signal)

    for value in [1, 2, 2, 3, 3, 2] { property.send(value) }

    #expect(recorder.values == [1, 2, 3, 2])
  }

  @Test("5: an equal value behind a different waiting one is delivered")
  func equalBehindDifferent() {
    let property = Property(1)
    let relay = Relay<Void>()
    let bag = DisposeBag()
    let recorder = Recorder(property.signal)
    relay.signal.subscribe {
      property.send(2)
      property.send(1)
      property.send(1)
    }.disposed(by: bag)

    relay.send()

    #expect(recorder.values == [1, 2, 1])
  }
}
