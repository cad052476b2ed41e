extension Signal {
  /// The latest value of each source, once all have one, whenever one of them changes. Sources that change because of
  /// the same `send` give one output, with all the new values: this is a join, see ``Join``.
  ///
  ///     a                     --1-----2-----
  ///     b                     -----x-----y--
  ///     combineLatest(a, b)   -----p--q--r--     p: 1x, q: 2x, r: 2y
  @inlinable public static func combineLatest<A, B>(_ a: Signal<A>, _ b: Signal<B>) -> Signal where Value == (A, B) {
    return Signal { below, observer in
      let latestA = State<A?>(nil)
      let latestB = State<B?>(nil)
      let join = Join(below: below) {
        if let a = latestA.value, let b = latestB.value { observer((a, b)) }
      }
      let upstreamA = a.connect(join) {
        latestA.value = $0
        join.mark()
      }
      let upstreamB = b.connect(join) {
        latestB.value = $0
        join.mark()
      }
      join.connected()
      return Disposable {
        join.cancel()
        upstreamA.dispose()
        upstreamB.dispose()
      }
    }
  }

  /// The latest values of three sources. See ``combineLatest(_:_:)``.
  @inlinable public static func combineLatest<A, B, C>(_ a: Signal<A>, _ b: Signal<B>, _ c: Signal<C>) -> Signal
  where Value == (A, B, C) {
    Signal<((A, B), C)>.combineLatest(.combineLatest(a, b), c).map { ($0.0, $0.1, $1) }
  }

  /// The latest values of any number of sources, in their order. Without sources there is never a value.
  /// See ``combineLatest(_:_:)``.
  @inlinable public static func combineLatest<Element>(_ sources: [Signal<Element>]) -> Signal
  where Value == [Element] {
    return Signal { below, observer in
      let latest = State([Element?](repeating: nil, count: sources.count))
      let join = Join(below: below) {
        let values = latest.value.compactMap(\.self)
        if values.count == sources.count { observer(values) }
      }
      let upstream = sources.enumerated().map { index, source in
        source.connect(join) {
          latest.value[index] = $0
          join.mark()
        }
      }
      join.connected()
      return Disposable {
        join.cancel()
        for source in upstream { source.dispose() }
      }
    }
  }
}
