extension Property {
  /// A property with the value of this one, transformed.
  ///
  ///     source           1--2--3--4--5--
  ///     map { $0 / 2 }   0--1-----2-----
  public func map<Output: Equatable>(
    _ transform: @escaping (Value) -> Output, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Output> {
    signal.map(transform).hold(transform(value), fileID: fileID, line: line)
  }
}
