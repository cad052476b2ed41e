import TestSupport
import Testing

@Suite("Telling samples apart")
struct DistinguishingTests {
  @Test("is certain if one kind is always greater, and chance if both are the same")
  func area() {
    #expect(Distinguishing.area([1, 2, 3], [4, 5, 6]) == 1)
    #expect(Distinguishing.area([4, 5, 6], [1, 2, 3]) == 0)
    #expect(Distinguishing.area([1, 2, 3], [1, 2, 3]) == 0.5)
    #expect(Distinguishing.area([1, 3], [2, 4]) == 0.75)
  }

  @Test("counts as chance in a range that is narrow for a thousand samples")
  func chance() {
    #expect(Distinguishing.chance(of: 2_000) == 0.45...0.55)
    #expect(Distinguishing.chance(of: 30).lowerBound < 0.2)
    #expect(Distinguishing.chance(of: 30).upperBound < 0.9)
  }
}
