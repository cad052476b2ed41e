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
  @inlinable public func bind(to property: Property<Value>) -> Disposable where Value: Equatable {
    subscribe(below: property.observers) { property.send($0) }
  }
}
