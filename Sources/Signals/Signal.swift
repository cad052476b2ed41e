/// Values over time, delivered on the main actor.
///
/// A signal is a recipe: each subscription runs its operators anew, and a ``Relay`` or ``Property`` at the root is what
/// all of them share. There is no error channel (failures are values) and no completion: a subscription ends when it is
/// disposed of. The contract has nine clauses; they stand in the module's documentation.
public struct Signal<Value> {
  /// The longest way, in joins, from a sender to here. See ``Join``.
  @usableFromInline let rank: Int

  /// Lets values flow to `observer` until the result is disposed of. Operators use it; it must be called within a turn.
  @usableFromInline let connect: (_ observer: @escaping (Value) -> Void) -> Disposable

  @inlinable init(rank: Int = 0, connect: @escaping (_ observer: @escaping (Value) -> Void) -> Disposable) {
    self.rank = rank
    self.connect = connect
  }

  /// Calls `observer` with each value, first with a current one where there is one, until the result is disposed of.
  @inlinable public func subscribe(_ observer: @escaping (Value) -> Void) -> Disposable {
    let gate = Gate(observer)
    var upstream: Disposable?
    Turn.perform { upstream = connect(gate.pass) }
    return Disposable {
      gate.observer = nil
      upstream?.dispose()
    }
  }
}

/// Stands between a chain of operators and the observer at its end. The chain may be in the middle of a value when it is
/// disposed of; the gate is closed then, so that the value does not arrive.
@usableFromInline final class Gate<Value> {
  @exclusivity(unchecked) @usableFromInline var observer: ((Value) -> Void)?

  @inlinable init(_ observer: @escaping (Value) -> Void) {
    self.observer = observer
  }

  @inlinable func pass(_ value: Value) {
    observer?(value)
  }
}
