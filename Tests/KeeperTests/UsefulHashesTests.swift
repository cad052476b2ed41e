import Testing

@testable import Keeper

@Suite struct UsefulHashesTests {
  private static func count(_ rounds: [[Int]]) -> Int {
    var useful = UsefulHashes()
    for round in rounds {
      for (index, milliseconds) in round.enumerated() { useful.add(.milliseconds(milliseconds), atOnce: index + 1) }
    }
    return useful.count
  }

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
    #expect(Self.count([milliseconds]) == count)
  }

  @Test(
    arguments: [
      // Another program ran beside the two at once, or beside the one.
      ([[110, 290], [112, 140], [111, 141]], 2),
      ([[330, 329], [110, 205], [111, 206]], 1),
      // The third is measured only when two are useful.
      ([[110, 290], [112, 140, 150]], 3),
    ] as [([[Int]], Int)])
  func `A measurement beside other programs does not decide`(_ rounds: [[Int]], _ count: Int) {
    #expect(Self.count(rounds) == count)
  }
}
