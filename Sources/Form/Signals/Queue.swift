/// A queue, first in, first out. It allocates nothing once it has grown to its largest length.
@usableFromInline struct Queue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { head == elements.count }

  @inlinable mutating func append(_ element: Element) {
    elements.append(element)
  }

  @inlinable mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: true)
      head = 0
    }
    return element
  }
}
