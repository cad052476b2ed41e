extension Signal {
  /// Gives each value to `binder`. Never keeps the binder's target alive.
  @inlinable public func bind(to binder: Binder<Value>) -> Disposable {
    subscribe(binder.set)
  }

  /// Sends each value on to `relay`. Such a send is made during a delivery, so it waits until that delivery is
  /// finished.
  @inlinable public func bind(to relay: Relay<Value>) -> Disposable {
    subscribe(below: relay.observers) { relay.send($0) }
  }

  /// Sends each value on to `property`. Such a send is made during a delivery, so it waits until that delivery is
  /// finished.
  @inlinable public func bind(to property: Property<Value>) -> Disposable {
    subscribe(below: property.observers) { property.send($0) }
  }
}

/// A setter that does not keep its target alive. A view offers one for each thing that a signal may set.
///
///     viewModel.outputs.errorText.bind(to: Binder(label) { $0.text = $1 }).disposed(by: bag)
public struct Binder<Value> {
  @usableFromInline let set: (Value) -> Void

  /// - Parameters:
  ///   - target: Held weakly. Once it is gone, values are dropped.
  ///   - set: Gives the target a value.
  @inlinable public init<Target: AnyObject>(_ target: Target, _ set: @escaping (Target, Value) -> Void) {
    self.set = { [weak target] value in
      if let target { set(target, value) }
    }
  }
}
