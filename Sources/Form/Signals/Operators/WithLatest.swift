extension Signal {
  /// Each value, paired with the latest value of `other`. Values that come before `other` has one are dropped.
  ///
  /// This is a join, see clause 4 of <doc:Contract>. It reads `other` when everything above it has settled, so it never
  /// pairs with a stale value.
  ///
  ///     source                     -0-1-----2--3--
  ///     other                      --a----b----c--
  ///     source.withLatest(other)   ---p-----q--r--   p: 1a, q: 2b, r: 3c
  @inlinable public func withLatest<Other>(from other: Signal<Other>) -> Signal<(Value, Other)> {
    return Signal<(Value, Other)> { below, observer in
      let waiting = State(Queue<Value>())
      let latest = State<Other?>(nil)
      let join = Join(below: below) {
        while let value = waiting.value.popFirst() {
          if let other = latest.value { observer((value, other)) }
        }
      }
      let upstreamOther = other.connect(join) { latest.value = $0 }
      let upstream = connect(join) {
        waiting.value.append($0)
        join.mark()
      }
      join.connected()
      return Disposable {
        join.cancel()
        upstream.dispose()
        upstreamOther.dispose()
      }
    }
  }
}
