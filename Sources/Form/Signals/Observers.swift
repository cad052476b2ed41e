/// The observers of one sender, in subscription order.
///
/// Callbacks may do anything. An observer added during a delivery misses that value; one disposed of during a delivery
/// receives nothing more.
@usableFromInline final class Observers<Value> {
  @usableFromInline struct Entry {
    @usableFromInline let number: Int
    @usableFromInline var below: (any Ranked)?
    @usableFromInline var observer: ((Value) -> Void)?

    @inlinable init(number: Int, below: (any Ranked)?, observer: @escaping (Value) -> Void) {
      self.number = number
      self.below = below
      self.observer = observer
    }
  }

  /// Sorted by number.
  @exclusivity(unchecked) @usableFromInline var entries: [Entry] = []
  @exclusivity(unchecked) @usableFromInline var lastNumber = 0
  /// The numbers of those disposed of during the delivery under way.
  @exclusivity(unchecked) @usableFromInline var ended: [Int] = []
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
    lastNumber += 1
    entries.append(Entry(number: lastNumber, below: below, observer: observer))
    below?.rise(to: rank)
    return Disposable { [number = lastNumber] in
      self.remove(number: number)
      extendLifetime(sender)
    }
  }

  @inlinable func deliver(_ value: Value) {
    isDelivering = true
    // Not `for entry in entries`: that would hold the array, and an observer that subscribes would copy it.
    for index in 0..<entries.count { entries[index].observer?(value) }
    isDelivering = false
    while let number = ended.popLast() { remove(number: number) }
  }

  /// Removes an observer: during a delivery its contents, and its place once the delivery is finished.
  @inlinable func remove(number: Int) {
    var range = 0..<entries.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = entries[middle].number <= number ? middle..<range.upperBound : range.lowerBound..<middle
    }
    // Release the entry's contents last: a `deinit` that runs then may do anything.
    let entry = entries[range.lowerBound]
    if isDelivering {
      entries[range.lowerBound].observer = nil
      entries[range.lowerBound].below = nil
      ended.append(number)
    } else {
      entries.remove(at: range.lowerBound)
    }
    extendLifetime(entry)
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
