extension Signal {
  /// The latest value of each source, whenever one of them changes, once all have a value.
  ///
  /// Sources that change because of the same `send` give one value with all that is new. In the diagram they are in one
  /// column. This is a join, see clause 4 of <doc:Contract>.
  ///
  ///     a                     --1-----2--3--
  ///     b                     -----x-----y--
  ///     combineLatest(a, b)   -----p--q--r--   p: 1x, q: 2x, r: 3y
  @inlinable public static func combineLatest<A, B>(_ a: Signal<A>, _ b: Signal<B>) -> Signal where Value == (A, B) {
    Signal { below, observer in
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
    Signal { below, observer in
      let latestA = State<A?>(nil)
      let latestB = State<B?>(nil)
      let latestC = State<C?>(nil)
      let join = Join(below: below) {
        if let a = latestA.value, let b = latestB.value, let c = latestC.value { observer((a, b, c)) }
      }
      let upstreamA = a.connect(join) {
        latestA.value = $0
        join.mark()
      }
      let upstreamB = b.connect(join) {
        latestB.value = $0
        join.mark()
      }
      let upstreamC = c.connect(join) {
        latestC.value = $0
        join.mark()
      }
      join.connected()
      return Disposable {
        join.cancel()
        upstreamA.dispose()
        upstreamB.dispose()
        upstreamC.dispose()
      }
    }
  }

  /// The latest values of any number of sources, in their order. Without sources it never sends. See
  /// ``combineLatest(_:_:)``.
  ///
  ///     a                       --1-----2--3--
  ///     b                       -----8-----9--
  ///     combineLatest([a, b])   -----p--q--r--   p: [1, 8], q: [2, 8], r: [3, 9]
  @inlinable public static func combineLatest<Element>(_ sources: [Signal<Element>]) -> Signal
  where Value == [Element] {
    Signal { below, observer in
      let latest = State([Element]())
      // Used until each source has a value. From then on `latest` has no optionals and is changed in place.
      let first = State([Element?](repeating: nil, count: sources.count))
      let join = Join(below: below) {
        if latest.value.isEmpty {
          guard first.value.allSatisfy({ $0 != nil }) else { return }
          latest.value = first.value.compactMap(\.self)
        }
        observer(latest.value)
      }
      var upstream: [Disposable] = []
      for (index, source) in sources.enumerated() {
        upstream.append(
          source.connect(join) {
            if latest.value.isEmpty { first.value[index] = $0 } else { latest.value[index] = $0 }
            join.mark()
          })
      }
      join.connected()
      return Disposable { [upstream] in
        join.cancel()
        for source in upstream { source.dispose() }
      }
    }
  }
}
