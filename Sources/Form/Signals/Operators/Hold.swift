extension Signal where Value: Equatable {
  /// A property that begins with `initial` and follows the signal for as long as the property lives.
  ///
  ///     source    ----1--1--2--
  ///     hold(0)   0---1-----2--
  @inlinable public func hold(_ initial: Value, fileID: StaticString = #fileID, line: UInt = #line) -> Property<Value> {
    Property(initial, following: self, origin: Origin("Property", fileID: fileID, line: line))
  }

  /// The signal of such a property, which lives as long as somebody listens: `initial`, then each new value.
  ///
  ///     source    ----1--1--2--
  ///     held(0)   0---1-----2--
  @inlinable public func held(_ initial: Value, fileID: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    hold(initial, fileID: fileID, line: line).signal
  }
}
