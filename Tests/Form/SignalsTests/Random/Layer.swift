import Signals

/// The layer under test, as a machine. Only the machine keeps the parts alive.
final class Layer: Machine {
  let scheduler = TestScheduler()

  private enum Root {
    case relay(Relay<Int>)
    case property(Property<Int>)
  }

  private let isSharing: Bool
  private var roots: [Root?] = []
  private var subscriptions = 0

  /// - Parameter isSharing: Whether there is a `shared()` behind every operator.
  init(isSharing: Bool = false) {
    self.isSharing = isSharing
  }

  func make(_ source: Source) {
    switch source {
    case .relay: roots.append(.relay(Relay()))
    case .property(let value): roots.append(.property(Property(value)))
    case .hold(let recipe, let initial): roots.append(.property(signal(recipe).hold(initial)))
    }
  }

  func send(_ value: Int, to source: Int) {
    switch roots[source] {
    case .relay(let relay): relay.send(value)
    case .property(let property): property.send(value)
    case nil: break
    }
  }

  func value(of source: Int) -> Int? {
    property(source)?.value
  }

  func subscribe(_ recipe: Recipe, _ observer: @escaping (Int) -> Void) -> () -> Void {
    ending(of: signal(recipe).subscribe(observer))
  }

  func bind(_ recipe: Recipe, to source: Int) -> () -> Void {
    switch roots[source] {
    case .relay(let relay): ending(of: signal(recipe).bind(to: relay))
    case .property(let property): ending(of: signal(recipe).bind(to: property))
    case nil: {}
    }
  }

  func release(_ source: Int) {
    roots[source] = nil
  }

  /// Ends every other subscription with a bag.
  private func ending(of subscription: Disposable) -> () -> Void {
    subscriptions += 1
    if subscriptions.isMultiple(of: 2) { return { subscription.dispose() } }
    var bag: DisposeBag? = DisposeBag()
    if let bag { subscription.disposed(by: bag) }
    return { bag = nil }
  }

  private func property(_ source: Int) -> Property<Int>? {
    if case .property(let property) = roots[source] { property } else { nil }
  }

  private func signal(_ recipe: Recipe) -> Signal<Int> {
    isSharing ? operation(recipe).shared() : operation(recipe)
  }

  private func operation(_ recipe: Recipe) -> Signal<Int> {
    switch recipe {
    case .source(let source):
      switch roots[source] {
      case .relay(let relay): relay.signal
      case .property(let property): property.signal
      case nil: .merge()
      }
    case .just(let value): .just(value)
    case .map(let above): signal(above).map(Arithmetic.map)
    case .compactMap(let above): signal(above).compactMap(Arithmetic.compactMap)
    case .filter(let above): signal(above).filter(Arithmetic.filter)
    case .skip(let above, let count): signal(above).skip(count)
    case .startWith(let above, let value): signal(above).startWith(value)
    case .scan(let above): signal(above).scan(0, Arithmetic.scan)
    case .skipRepeats(let above): signal(above).skipRepeats()
    case .merge(let a, let b): .merge(signal(a), signal(b))
    case .combine(let a, let b):
      Signal.combineLatest(signal(a), signal(b)).map { Arithmetic.join([$0, $1]) }
    case .combineThree(let a, let b, let c):
      Signal.combineLatest(signal(a), signal(b), signal(c)).map { Arithmetic.join([$0, $1, $2]) }
    case .combineAll(let all): Signal.combineLatest(all.map(signal)).map(Arithmetic.join)
    case .withLatest(let above, let other):
      signal(above).withLatest(from: signal(other)).map { Arithmetic.join([$0, $1]) }
    case .latest(let above, let choices):
      signal(above).flatMapLatest { [unowned self] in signal(choices[Arithmetic.choice($0, of: choices.count)]) }
    case .debounce(let above, let seconds):
      signal(above).debounce(.seconds(seconds), on: scheduler)
    case .throttle(let above, let seconds):
      signal(above).throttle(.seconds(seconds), on: scheduler)
    }
  }
}
