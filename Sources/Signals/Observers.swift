/// The observers of one sender, in subscription order.
///
/// Made for callbacks that do anything: who subscribes during a delivery has missed it, who is disposed during a
/// delivery hears no more of it.
@usableFromInline final class Observers<Value> {
  @usableFromInline final class Entry {
    @exclusivity(unchecked) @usableFromInline var observer: ((Value) -> Void)?

    @inlinable init(_ observer: @escaping (Value) -> Void) {
      self.observer = observer
    }
  }

  @exclusivity(unchecked) @usableFromInline var entries: [Entry] = []
  @exclusivity(unchecked) @usableFromInline var ended = 0
  @exclusivity(unchecked) @usableFromInline var isDelivering = false

  @inlinable init() {}

  /// Adds an observer. What is returned keeps the list alive, and with it what is upstream.
  @inlinable func add(_ observer: @escaping (Value) -> Void) -> Disposable {
    let entry = Entry(observer)
    entries.append(entry)
    return Disposable {
      entry.observer = nil
      self.ended += 1
      self.sweep()
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
