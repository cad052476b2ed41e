extension Signal {
  /// `value` at once, and nothing after it.
  ///
  ///     just(1)   1-----
  @inlinable public static func just(_ value: Value) -> Signal {
    Signal { _, observer in
      observer(value)
      return Disposable {}
    }
  }
}
