import Testing

@testable import Secrets

@Suite("The cost of hashing")
struct HashCostTests {
  @Test("The default is 64 MiB and 3 passes")
  func standard() {
    #expect(Argon2id().memoryKiB == 65_536)
    #expect(Argon2id().passes == 3)
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
}
