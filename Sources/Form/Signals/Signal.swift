/// Values over time, delivered on the main actor.
///
/// A signal is a recipe (it is cold): each subscription runs its own copy of the operators. All subscriptions share the ``Relay`` or
/// ``Property`` at the root. There is no error channel, because failures are values. There is no completion: a
/// subscription ends when it is disposed of. <doc:Contract> has the ten clauses of the contract.
public struct Signal<Value> {
  /// Delivers values to `observer` until the result is disposed of. `below` is the next join or sender downstream, whose rank
  /// must be higher. Call it only within a turn.
  @usableFromInline typealias Connect = (_ below: (any Ranked)?, _ observer: @escaping (Value) -> Void) -> Disposable

  @usableFromInline let connect: Connect

  @inlinable init(connect: @escaping Connect) {
    self.connect = connect
  }

  /// Calls `observer` with the current value, if there is one, and then with each new one, until the result is disposed
  /// of.
  @inlinable public func subscribe(_ observer: @escaping (Value) -> Void) -> Disposable {
    subscribe(below: nil, observer)
  }

  @inlinable func subscribe(below: (any Ranked)?, _ observer: @escaping (Value) -> Void) -> Disposable {
    let gate = Gate()
    Turn.perform {
      Turn.connect {
        gate.upstream = connect(below) { value in
          if !gate.hasEnded { observer(value) }
        }
      }
    }
    return gate
  }
}

/// Separates a chain of operators from the observer at its end. The chain may be disposed of while it handles a value.
/// The gate is closed then, so that the value does not arrive.
@usableFromInline final class Gate: Disposable {
  @exclusivity(unchecked) @usableFromInline var upstream: Disposable?

  @inlinable override init() {
    super.init()
  }

  nonisolated deinit {}

  @usableFromInline override func end() {
    upstream.take()?.dispose()
  }
}
