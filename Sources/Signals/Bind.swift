extension Signal {
  /// Gives each value to `binder`. Never keeps the binder's target alive.
  @inlinable public func bind(to binder: Binder<Value>) -> Disposable {
    subscribe(binder.set)
  }

  /// Sends each value on to `relay`; being a send made during a delivery, it arrives when that is finished.
  @inlinable public func bind(to relay: Relay<Value>) -> Disposable {
    subscribe(below: relay.observers) { relay.send($0) }
  }

  /// Sends each value on to `property`; being a send made during a delivery, it arrives when that is finished.
  @inlinable public func bind(to property: Property<Value>) -> Disposable where Value: Equatable {
    subscribe(below: property.observers) { property.send($0) }
  }
}
