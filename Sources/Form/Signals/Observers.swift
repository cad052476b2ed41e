/// The observers of one sender, in subscription order.
///
/// Callbacks may do anything. An observer added during a delivery misses that value; one disposed of during a delivery
/// receives nothing more.
@usableFromInline final class Observers<Value> {
  /// A class: for an array of structs Swift would make one more type for each type of value, when the program starts.
  @usableFromInline final class Entry {
    @exclusivity(unchecked) @usableFromInline var below: (any Ranked)?
    /// Nil once it is disposed of.
    @exclusivity(unchecked) @usableFromInline var observer: ((Value) -> Void)?

    @inlinable init(below: (any Ranked)?, observer: @escaping (Value) -> Void) {
      self.below = below
      self.observer = observer
    }

    nonisolated deinit {}
  }

  @exclusivity(unchecked) @usableFromInline var entries: [Entry] = []
  /// Whether entries were disposed of during the delivery under way.
  @exclusivity(unchecked) @usableFromInline var hasEnded = false
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var rank = 0
  @exclusivity(unchecked) @usableFromInline var isRising = false

  @usableFromInline let origin: Origin

  @inlinable init(_ origin: Origin) {
    self.origin = origin
  }

  nonisolated deinit {}

  /// Adds an observer whose values go to `below`. The result keeps `sender` alive, and with it everything upstream.
  @inlinable func add(
    below: (any Ranked)?, keeping sender: AnyObject, _ observer: @escaping (Value) -> Void
  ) -> Disposable {
    let entry = Entry(below: below, observer: observer)
    entries.append(entry)
    below?.rise(to: rank)
    return Disposable {
      self.remove(entry)
      extendLifetime(sender)
    }
  }

  @inlinable func deliver(_ value: Value) {
    isDelivering = true
    // Not `for entry in entries`: that would hold the array, and an observer that subscribes would copy it.
    for index in 0..<entries.count { entries[index].observer?(value) }
    isDelivering = false
    guard hasEnded else { return }
    hasEnded = false
    entries.removeAll { $0.observer == nil }
  }

  /// Removes an observer: during a delivery its contents, and its place once the delivery is finished.
  @inlinable func remove(_ entry: Entry) {
    // Released last: a `deinit` that runs then may do anything.
    let contents = (entry.observer.take(), entry.below.take())
    if isDelivering {
      hasEnded = true
    } else if let index = entries.firstIndex(where: { $0 === entry }) {
      entries.remove(at: index)
    }
    extendLifetime(contents)
  }
}

extension Observers: Ranked {
  @usableFromInline var name: String { "\(origin.kind)<\(Value.self)> (\(origin.fileID):\(origin.line))" }

  @usableFromInline func rise(to rank: Int) {
    // Values may go round. A sender that feeds itself has no rank of its own, so this stops where it began.
    guard rank > self.rank, !isRising else { return }
    self.rank = rank
    isRising = true
    for index in 0..<entries.count { entries[index].below?.rise(to: rank) }
    isRising = false
  }
}
