import TestSupport
import Testing

@testable import Identity

@Suite("Typing slips")
struct EditDistanceTests {
  @Test(
    "A missing, extra or wrong letter, or two swapped letters, count as one slip",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abcd", "abc", 1), ("ac", "abc", 1),
      ("axc", "abc", 1), ("acb", "abc", 1), ("bac", "abc", 1), ("bca", "abc", 2), ("abcdef", "badcfe", 3),
      ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
  func slips(typed: String, meant: String, count: Int) {
    for (one, other) in [(typed, meant), (meant, typed)] {
      #expect(EditDistance.between(one.utf8, other.utf8, limit: 9) == count)
      #expect(EditDistance.between(one.utf8, other.utf8, limit: count) == count)
      #expect(EditDistance.between(one.utf8, other.utf8, limit: count - 1) == nil)
    }
  }

  @Test("The distance is the same in both directions, and zero only between equal words")
  func properties() {
    var random = SeededGenerator(seed: 8)
    func word() -> [UInt8] {
      (0..<Int.random(in: 0...7, using: &random)).map { _ in .random(in: 97...99, using: &random) }
    }
    for _ in 1...2_000 {
      let (one, other) = (word(), word())
      let distance = EditDistance.between(one, other, limit: 9)
      #expect(distance == EditDistance.between(other, one, limit: 9))
      #expect((distance == 0) == (one == other))
    }
  }
}
