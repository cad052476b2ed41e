extension Signal {
  /// The values of all sources, as they arrive. Without sources it never sends.
  ///
  ///     a             --1-----3--
  ///     b             -----2-----
  ///     merge(a, b)   --1--2--3--
  @inlinable public static func merge(_ sources: Signal...) -> Signal {
    merge(sources)
  }

  /// The values of any number of sources. See ``merge(_:)-(Signal<Value>...)``.
  @inlinable public static func merge(_ sources: [Signal]) -> Signal {
    Signal { below, observer in
      let upstream = sources.map { $0.connect(below, observer) }
      return Disposable { for source in upstream { source.dispose() } }
    }
  }
}
