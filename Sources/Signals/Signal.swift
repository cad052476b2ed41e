/// Values over time, delivered on the main actor.
///
/// A signal is a recipe: each subscription runs its operators anew, and a ``Relay`` or ``Property`` at the root is what
/// all of them share. There is no error channel (failures are values) and no completion: a subscription ends when it is
/// disposed of. The contract has nine clauses; they stand in the module's documentation.
public struct Signal<Value> {
  /// Lets values flow to `observer`, and on to `below`, until the result is disposed of. Called within a turn only.
  @usableFromInline typealias Connect = (_ below: (any Ranked)?, _ observer: @escaping (Value) -> Void) -> Disposable

  @usableFromInline let connect: Connect

  @inlinable init(connect: @escaping Connect) {
    self.connect = connect
  }

  /// Calls `observer` with each value, first with a current one where there is one, until the result is disposed of.
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

/// Stands between a chain of operators and the observer at its end. The chain may be in the middle of a value when it is
/// disposed of; the gate is closed then, so that the value does not arrive.
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
