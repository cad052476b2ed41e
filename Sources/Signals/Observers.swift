/// The observers of one sender, in subscription order.
///
/// Made for callbacks that do anything: who subscribes during a delivery has missed it, who is disposed during a
/// delivery hears no more of it.
@usableFromInline final class Observers<Value> {
  @usableFromInline final class Entry {
    @exclusivity(unchecked) @usableFromInline var observer: ((Value) -> Void)?
    @usableFromInline let below: (any Ranked)?

    @inlinable init(below: (any Ranked)?, _ observer: @escaping (Value) -> Void) {
      self.below = below
      self.observer = observer
    }
  }

  @exclusivity(unchecked) @usableFromInline var entries: [Entry] = []
  @exclusivity(unchecked) @usableFromInline var ended = 0
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var rank = 0
  @exclusivity(unchecked) @usableFromInline var isRising = false

  @inlinable init() {}

  /// Adds an observer whose values go to `below`. What is returned keeps `sender` alive, and with it what is upstream.
  @inlinable func add(
    below: (any Ranked)?, keeping sender: AnyObject, _ observer: @escaping (Value) -> Void
  ) -> Disposable {
    let entry = Entry(below: below, observer)
    entries.append(entry)
    below?.rise(to: rank)
    return Disposable {
      entry.observer = nil
      self.ended += 1
      self.sweep()
      withExtendedLifetime(sender) {}
    }
  }

  @inlinable func deliver(_ value: Value) {
    isDelivering = true
    // Not `for entry in entries`: that would hold the array, and an observer that subscribes would copy it.
    for index in 0..<entries.count { entries[index].observer?(value) }
    isDelivering = false
    sweep()
  }

  /// Drops the ended entries when they are the greater part, which costs nothing per subscription in the long run.
  @inlinable func sweep() {
    guard !isDelivering, ended > entries.count / 2 else { return }
    entries.removeAll { $0.observer == nil }
    ended = 0
  }
}

extension Observers: Ranked {
  @usableFromInline func rise(to rank: Int) {
    // Values may go round: what feeds itself has no rank of its own, so this stops where it began.
    guard rank > self.rank, !isRising else { return }
    self.rank = rank
    isRising = true
    for index in 0..<entries.count { entries[index].below?.rise(to: rank) }
    isRising = false
  }
}
