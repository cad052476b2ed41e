extension Property where Value: Equatable {
  /// A property made from the values of two others. See ``Signal/combineLatest(_:_:)``.
  ///
  ///     a                        1-----2--3--
  ///     b                        5--6-----7--
  ///     combineLatest(a, b, +)   6--7--8--s--   s: 10
  @inlinable public static func combineLatest<A, B>(
    _ a: Property<A>, _ b: Property<B>, fileID: StaticString = #fileID, line: UInt = #line,
    _ combine: @escaping (A, B) -> Value
  ) -> Property {
    Signal.combineLatest(a.signal, b.signal).map(combine)
      .hold(combine(a.value, b.value), fileID: fileID, line: line)
  }

  /// A property made from the values of three others.
  @inlinable public static func combineLatest<A, B, C>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>, fileID: StaticString = #fileID, line: UInt = #line,
    _ combine: @escaping (A, B, C) -> Value
  ) -> Property {
    Signal.combineLatest(a.signal, b.signal, c.signal).map(combine)
      .hold(combine(a.value, b.value, c.value), fileID: fileID, line: line)
  }

  /// A property made from the values of any number of others, in their order.
  @inlinable public static func combineLatest<Element>(
    _ properties: [Property<Element>], fileID: StaticString = #fileID, line: UInt = #line,
    _ combine: @escaping ([Element]) -> Value
  ) -> Property {
    Signal.combineLatest(properties.map(\.signal)).map(combine)
      .hold(combine(properties.map(\.value)), fileID: fileID, line: line)
  }
}
