/// Publishes the values sent to it. It is the start of a chain: view models have one for each input.
public final class Relay<Value> {
  @usableFromInline let observers: Observers<Value>
  @exclusivity(unchecked) @usableFromInline var waiting = Queue<Value>()

  /// A relay. The parameters name it in the message about a turn that never settles.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    observers = Observers(Origin("Relay", fileID: fileID, line: line))
  }

  nonisolated deinit {}

  /// The values from now on.
  @inlinable public var signal: Signal<Value> {
    Signal { self.observers.add(below: $0, keeping: self, $1) }
  }

  /// Delivers `value` to all subscribers, in subscription order, before it returns. A send during any delivery waits
  /// until that delivery is finished.
  @inlinable public func send(_ value: Value) {
    if Turn.isRunning {
      waiting.append(value)
      Turn.postpone(self)
    } else {
      Turn.perform { observers.deliver(value) }
    }
  }
}

extension Relay where Value == Void {
  /// Sends the event to the subscribers.
  public func send() {
    send(())
  }
}

extension Relay: Sender {
  @usableFromInline var name: String { observers.name }

  @inlinable func deliverNext() {
    if let value = waiting.popFirst() { observers.deliver(value) }
  }
}
