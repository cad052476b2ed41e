import Testing

@testable import Server

@Suite struct RoundRobinTests {
  @Test func `People take turns, and the items of each come in their order`() {
    // given three items of one person, two of another and one of a third
    var line = RoundRobin<String>()
    for (item, person) in [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("b2", 2), ("c1", 3)] as [(String, UInt32)] {
      line.join(item, of: person)
    }
    // then
    #expect(rest(of: &line) == ["a1", "b1", "c1", "a2", "b2", "a3"])
    #expect(line.isEmpty)
  }

  @Test func `An item waits once, and lines up again behind the others of its person`() {
    var line = RoundRobin<String>()
    for item in ["a1", "a2", "a1"] { line.join(item, of: 1) }
    let first = line.next()
    #expect(first?.item == "a1" && first?.person == 1)
    line.join("a1", of: 1)
    line.join("b1", of: 2)
    #expect(rest(of: &line) == ["a2", "b1", "a1"])
  }

  @Test func `A person who comes has to wait for one item of each other person`() {
    // given a person with five hundred items, and one with a hundred
    var line = RoundRobin<Int>()
    for item in 0..<500 { line.join(item, of: 1) }
    for item in 500..<600 { line.join(item, of: 2) }
    // when
    line.join(1000, of: 3)
    // then
    #expect(rest(of: &line).prefix(3) == [0, 500, 1000])
  }

  private func rest<Item>(of line: inout RoundRobin<Item>) -> [Item] {
    var items: [Item] = []
    while let next = line.next() { items.append(next.item) }
    return items
  }
}
