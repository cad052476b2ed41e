import Identity
import TestSupport
import Testing

@Suite("A picture of modules")
struct BitMatrixTests {
  @Test("is light at first, and keeps each module that is set")
  func modules() {
    var picture = BitMatrix(size: 5)
    #expect(picture.bytes == [5, 0, 0, 0, 0])
    picture[0, 0] = true
    picture[1, 4] = true
    picture[4, 4] = true
    #expect(picture.bytes == [5, 0x80, 0x40, 0, 0x80])
    #expect(picture[1, 4] && !picture[4, 1])
    picture[1, 4] = false
    #expect(picture.bytes == [5, 0x80, 0, 0, 0x80])
  }

  @Test("is the same when it is read back", arguments: [1, 2, 7, 8, 21, 57, 177])
  func readBack(_ size: Int) {
    var random = SeededGenerator(seed: UInt64(size))
    var picture = BitMatrix(size: size)
    for row in 0..<size { for column in 0..<size { picture[row, column] = Bool.random(using: &random) } }
    #expect(BitMatrix(bytes: picture.bytes) == picture)
  }

  @Test("is not read from other bytes: no size, too great a size, too few modules, too many, or bits behind the last")
  func malformed() {
    let others: [[UInt8]] = [
      [], [0], [1], [5], [5, 0, 0, 0], [5, 0, 0, 0, 0, 0], [5, 0, 0, 0, 1], [5, 0, 0, 0, 0x40], [178], [255],
      [178] + [UInt8](repeating: 0, count: 3961),
    ]
    for bytes in others { #expect(BitMatrix(bytes: bytes) == nil, "\(bytes.prefix(6))") }
    #expect(BitMatrix(bytes: [5, 255, 255, 255, 0x80]) != nil)
    #expect(BitMatrix(bytes: [4, 255, 255]) != nil)
  }
}
