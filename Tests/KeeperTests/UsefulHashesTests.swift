import Testing

@testable import Keeper

@Suite struct UsefulHashesTests {
  @Test(
    arguments: [
      ([], 1),
      ([160], 1),
      // Two virtual cores of one physical core.
      ([160, 366], 1),
      // The figures of BEYOND.md for a machine whose memory is busy with two.
      ([160, 165, 240], 2),
      ([160, 165, 170, 175], 4),
      ([160, 290], 1),
    ] as [([Int], Int)])
  func `As many at once are useful as make more hashes in a second`(_ milliseconds: [Int], _ count: Int) {
    var useful = UsefulHashes()
    for time in milliseconds { useful.add(.milliseconds(time)) }
    #expect(useful.count == count)
  }

  @Test func `The measurement ends when another hash brought nothing`() {
    var useful = UsefulHashes()
    #expect(useful.isOpen)
    useful.add(.milliseconds(160))
    #expect(useful.isOpen)
    useful.add(.milliseconds(330))
    #expect(!useful.isOpen)
  }
}
