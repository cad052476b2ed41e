/// A value that changes over time. It has a current value, replays it to each new subscriber, and skips repeats.
///
/// Its values are `Equatable`: each initialiser requires it. If the class required it, Swift would search all conformances
/// of the program for each type of value at the start.
@MainActor  // Written out: `isolated deinit` does not see the module's default.
public final class Property<Value> {
  /// The current value. It changes when a new value is delivered; a send during a delivery is delivered later.
  @inlinable public var value: Value { current }

  @exclusivity(unchecked) @usableFromInline var current: Value

  @usableFromInline let isRepeat: (Value, Value) -> Bool
  @usableFromInline let observers: Observers<Value>
  @exclusivity(unchecked) @usableFromInline var waiting = Queue<Value>()
  @usableFromInline var upstream: Disposable?

  /// A property with a first value. The other parameters name it in the message about a turn that never settles.
  @inlinable public convenience init(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line)
  where Value: Equatable {
    self.init(value, origin: Origin("Property", fileID: fileID, line: line)) { $0 == $1 }
  }

  @usableFromInline init(_ value: Value, origin: Origin, isRepeat: @escaping (Value, Value) -> Bool) {
    current = value
    self.isRepeat = isRepeat
    observers = Observers(origin)
  }

  /// A property that follows `source` for as long as it lives.
  @inlinable convenience init(_ value: Value, following source: Signal<Value>, origin: Origin)
  where Value: Equatable {
    self.init(value, origin: origin) { $0 == $1 }
    upstream = source.subscribe(below: observers) { [weak self] in self?.receive($0) }
  }

  isolated deinit {
    upstream?.dispose()
  }

  /// The current value, then each new one.
  @inlinable public var signal: Signal<Value> {
    Signal { below, observer in
      let subscription = self.observers.add(below: below, keeping: self, observer)
      observer(self.current)
      return subscription
    }
  }

  /// Makes `value` the current one and sends it to the subscribers, unless it is the current one already. A send during
  /// any delivery waits until that delivery is finished.
  @inlinable public func send(_ value: Value) {
    if Turn.isRunning {
      postpone(value)
    } else {
      Turn.perform { receive(value) }
    }
  }

  @inlinable func receive(_ value: Value) {
    // A property that follows itself, through `flatMapLatest`, is still delivering the value before.
    guard !observers.isDelivering else { return postpone(value) }
    guard !isRepeat(value, current) else { return }
    current = value
    observers.deliver(value)
  }

  @inlinable func postpone(_ value: Value) {
    waiting.append(value)
    Turn.postpone(self)
  }
}

extension Property: Sender {
  @usableFromInline var name: String { observers.name }

  @inlinable func deliverNext() {
    if let value = waiting.popFirst() { receive(value) }
  }
}
