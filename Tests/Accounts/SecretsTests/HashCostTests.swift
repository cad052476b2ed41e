import TestSupport
import Testing

@testable import Secrets

@Suite("The cost of hashing")
struct HashCostTests {
  @Test("The default is 64 MiB and 3 passes")
  func standard() {
    #expect(Argon2id().cost.memoryKiB == 65_536)
    #expect(Argon2id().cost.passes == 3)
  }

  @Test(
    "Any sane cost from 19 MiB and 2 passes upwards can be configured",
    arguments: [(19_456, 2), (65_536, 64), (1_048_576, 4)])
  func accepted(memoryKiB: Int, passes: Int) throws {
    let argon2id = try Argon2id(memoryKiB: memoryKiB, passes: passes)
    #expect(argon2id.cost == HashCost(memoryKiB: memoryKiB, passes: passes))
  }

  @Test("Less than OWASP's minimum is refused", arguments: [(19_455, 2), (19_456, 1), (0, 0), (-65_536, 3)])
  func tooWeak(memoryKiB: Int, passes: Int) {
    let error = HashCostError.tooWeak(HashCost(memoryKiB: memoryKiB, passes: passes))
    #expect(throws: error) { try Argon2id(memoryKiB: memoryKiB, passes: passes) }
  }

  @Test(
    "More than five seconds of work is refused",
    arguments: [(1_048_577, 2), (1_048_576, 5), (65_536, 65), (Int.max, Int.max)])
  func tooExpensive(memoryKiB: Int, passes: Int) {
    let error = HashCostError.tooExpensive(HashCost(memoryKiB: memoryKiB, passes: passes))
    #expect(throws: error) { try Argon2id(memoryKiB: memoryKiB, passes: passes) }
  }

  @Test(
    "Two hashes make up the work of a costlier one, with no more memory, and with about the same in all",
    .tags(.guessingIsSlow))
  func rest() throws {
    let costs = [(8, 1), (64, 2), (19_456, 2), (19_456, 3), (65_536, 2), (65_536, 3), (131_072, 2), (1_048_576, 4)]
      .map { HashCost(memoryKiB: $0.0, passes: $0.1) }
    for costly in costs {
      for cheap in costs {
        guard let rest = costly.rest(after: cheap) else {
          #expect(costly.work < cheap.work + 8, "\(costly) after \(cheap)")
          continue
        }
        #expect(rest.isComputable)
        #expect(
          (costly.work - rest.passes - 8...costly.work).contains(cheap.work + rest.work), "\(costly) after \(cheap)")
        #expect(rest.memoryKiB <= costly.memoryKiB)
        if cheap.memoryKiB <= costly.memoryKiB {
          #expect(
            Double(cheap.memoryKiB + rest.memoryKiB) < 1.26 * Double(costly.memoryKiB) + 8, "\(costly) after \(cheap)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ((65_536, 3), (19_456, 2), (39_424, 4)), ((65_536, 3), (65_536, 2), (16_384, 4)),
      ((65_536, 3), (0, 0), (65_536, 3)),
      ((9, 2), (9, 1), (8, 2)), ((16, 1), (8, 1), (8, 1)), ((15, 1), (8, 1), nil), ((8, 3), (8, 3), nil),
      ((8, 1), (65_536, 3), nil),
    ] as [((Int, Int), (Int, Int), (Int, Int)?)])
  func `The second hash has the missing memory, a quarter or 8 KiB, and so many passes that the work is the same`(
    costly: (Int, Int), cheap: (Int, Int), rest: (Int, Int)?
  ) {
    func cost(_ cost: (Int, Int)) -> HashCost { HashCost(memoryKiB: cost.0, passes: cost.1) }
    #expect(cost(costly).rest(after: cost(cheap)) == rest.map(cost))
  }

  @Test func `The costlier of two costs is the one of more work, and the own one if they are equal`() {
    // given
    let own = HashCost(memoryKiB: 64, passes: 3)
    // then
    #expect(own.or(costlier: HashCost(memoryKiB: 193, passes: 1)) == HashCost(memoryKiB: 193, passes: 1))
    #expect(own.or(costlier: HashCost(memoryKiB: 96, passes: 2)) == own)
    #expect(own.or(costlier: HashCost(memoryKiB: 191, passes: 1)) == own)
    #expect(own.or(costlier: nil) == own)
  }
}
