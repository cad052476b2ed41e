import Identity
import TestSupport
import Testing

@Suite("A picture of modules")
struct BitMatrixTests {
  @Test("is light at first, and keeps each module that is set", arguments: [1, 2, 8, 21, 177])
  func modules(size: Int) {
    var picture = BitMatrix(size: size)
    let places = (0..<size).flatMap { row in (0..<size).map { (row, $0) } }
    #expect(places.allSatisfy { !picture[$0, $1] })
    var random = SeededGenerator(seed: UInt64(size))
    let dark = places.map { _ in Bool.random(using: &random) }
    for ((row, column), isDark) in zip(places, dark) { picture[row, column] = isDark }
    #expect(places.map { picture[$0, $1] } == dark)
    for (row, column) in places { picture[row, column] = false }
    #expect(picture == BitMatrix(size: size))
  }

  @Test("has no module outside")
  func outside() async {
    await #expect(processExitsWith: .failure) { _ = BitMatrix(size: 2)[0, 2] }
    await #expect(processExitsWith: .failure) { _ = BitMatrix(size: 2)[2, 0] }
    await #expect(processExitsWith: .failure) { _ = BitMatrix(size: 2)[-1, 2] }
    await #expect(processExitsWith: .failure) { _ = BitMatrix(size: 178) }
    await #expect(processExitsWith: .failure) { _ = BitMatrix(size: 0) }
  }
}
