/// Items that wait for a turn: people take turns, and each person's items come in their order. It is a pure value.
struct RoundRobin<Item: Hashable> {
  /// The people with an item that waits, in the order of their turns, each with at least one item.
  private var lines: [(person: UInt32, items: [Item])] = []
  private var waiting: Set<Item> = []

  /// Whether nothing waits.
  var isEmpty: Bool { lines.isEmpty }

  /// Lines up behind the other items of that person; does nothing if the item waits already.
  mutating func join(_ item: Item, of person: UInt32) {
    guard waiting.insert(item).inserted else { return }
    if let line = lines.firstIndex(where: { $0.person == person }) {
      lines[line].items.append(item)
    } else {
      lines.append((person, [item]))
    }
  }

  /// Takes the next item; nil if none waits.
  mutating func next() -> (item: Item, person: UInt32)? {
    if lines.isEmpty { return nil }
    var line = lines.removeFirst()
    let item = line.items.removeFirst()
    waiting.remove(item)
    if !line.items.isEmpty { lines.append(line) }
    return (item, line.person)
  }
}
