import Testing
import TestSupport

@testable import Secrets

@Suite("Password hashes from a store, perhaps planted there")
struct PasswordHashTests {
  private static let good =
    "$argon2id$v=19$m=65536,t=3,p=1$c2l4dGVlbmJ5dGVzc2FsdA$F00zDAd5vLmnsEcItefis01NREBZA6uFFvGb898DLHc"

  @Test("A hash of our own form is parsed and kept unchanged")
  func good() throws {
    let hash = try PasswordHash(phc: Self.good)

    #expect(hash.phc == Self.good)
    #expect(hash.cost == HashCost(memoryKiB: 65_536, passes: 3))
    #expect(hash.salt == Array("sixteenbytessalt".utf8))
    #expect(hash.digest.count == 32)
  }

  @Test(
    "Anything else is refused, however small the difference",
    arguments: [
      ("$argon2id", "$argon2i"),
      ("$argon2id", "$argon2d"),
      ("$argon2id", "argon2id"),
      ("$argon2id", "$Argon2id"),
      ("v=19", "v=16"),
      ("$v=19", ""),
      ("m=65536,t=3", "t=3,m=65536"),
      ("m=65536", "m=065536"),
      ("m=65536", "m=+65536"),
      ("m=65536", "m=65536 "),
      ("m=65536", "m=0x10000"),
      ("m=65536", "n=65536"),
      ("m=65536", "m=６５５３６"),
      ("m=65536", "m=99999999999999999999"),
      ("p=1", "p=17"),
      ("p=1", "p=0"),
      ("p=1", "p=1,keyid=x"),
      ("p=1", "p=1\u{0}"),
      ("dA$", "dB$"),  // the same 16 bytes, but not in the canonical form
      ("dA$", "dA==$"),
      ("c2l4", "c2l"),
      ("c2l4dGVlbmJ5dGVzc2FsdA", "c2l4dGVlbg"),  // 7 bytes
      ("c2l4dGVlbmJ5dGVzc2FsdA", String(repeating: "A", count: 87)),  // 65 bytes
      ("c2l4", "c2-_"),
      ("LHc", "LHd"),
      ("LHc", "LHc="),
      ("LHc", "éc"),  // as many bytes
      ("LHc", "LHc\n"),
      ("LHc", "LHc$"),
      ("F00zDAd5vLmnsEcItefis01NREBZA6uFFvGb898DLHc", "F00zDAd5vLmnsEcItefi"),  // 15 bytes
    ])
  func malformed(_ part: String, _ planted: String) throws {
    let phc = Self.good.replacing(part, with: planted, maxReplacements: 1)
    try #require(!phc.utf8.elementsEqual(Self.good.utf8))

    #expect(throws: PasswordHashError.malformed) { try PasswordHash(phc: phc) }
  }

  @Test("A planted text of megabytes is refused without being parsed")
  func long() {
    let phc = Self.good + String(repeating: "A", count: 4_000_000)
    #expect(throws: PasswordHashError.malformed) { try PasswordHash(phc: phc) }
  }

  @Test(
    "Costs that would take all memory or too long are refused before any computation",
    arguments: [
      (4_294_967_295, 3), (1_048_577, 1), (65_536, 4_294_967_295), (1_048_576, 5), (65_536, 65), (Int.max, 1),
      (8, Int.max),
      (0, 3), (7, 1), (65_536, 0), (-65_536, 3),
    ])
  func absurd(memoryKiB: Int, passes: Int) throws {
    let phc = Self.good.replacing("m=65536,t=3", with: "m=\(memoryKiB),t=\(passes)")
    let cost = HashCost(memoryKiB: memoryKiB, passes: passes)

    #expect(throws: PasswordHashError.absurdCost(cost)) { try PasswordHash(phc: phc) }
  }

  @Test("Costs at the limits are accepted", arguments: [(8, 1), (1_048_576, 4), (65_536, 64)])
  func limits(memoryKiB: Int, passes: Int) throws {
    let phc = Self.good.replacing("m=65536,t=3", with: "m=\(memoryKiB),t=\(passes)")
    #expect(try PasswordHash(phc: phc).phc == phc)
  }

  @Test("20,000 hashes with random bytes changed are each refused or read back unchanged", arguments: 1...4)
  func fuzzed(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var accepted = 0
    for _ in 1...5_000 {
      var bytes = Array(Self.good.utf8)
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes[index] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random)
        default: bytes.remove(at: index)
        }
      }
      let phc = String(decoding: bytes, as: UTF8.self)
      guard let hash = try? PasswordHash(phc: phc) else { continue }
      accepted += 1
      #expect(hash.phc.utf8.elementsEqual(phc.utf8))
    }
    #expect(accepted > 0)
  }

  @Test("Printing or dumping it shows the cost, but nothing of the hash")
  func printed() throws {
    let hash = try PasswordHash(phc: Self.good)
    var dumped = ""
    dump([hash], to: &dumped)

    #expect("\(hash)" == "PasswordHash(65536 KiB, 3 passes)")
    #expect(!dumped.contains("F00z") && !dumped.contains("c2l4"))
  }

  @Test(
    arguments: [
      "$argon2id$v=19$m=64,t=1,p=2$c2l4dGVlbmJ5dGVzc2FsdA$F00zDAd5vLmnsEcItefis01NREBZA6uFFvGb898DLHc",
      "$argon2id$v=19$m=64,t=1,p=1$c2l4dGVlbmI$F00zDAd5vLmnsEcItefis01NREBZA6uFFvGb898DLHc",
      "$argon2id$v=19$m=64,t=1,p=1$c2l4dGVlbmJ5dGVzc2FsdA$F00zDAd5vLmnsEcItefisw",
      "$argon2i$v=19$m=64,t=1,p=1$c2l4dGVlbmJ5dGVzc2FsdA$F00zDAd5vLmnsEcItefis01NREBZA6uFFvGb898DLHc",
    ])
  func `A hash with other lanes, salt or length is renewed, even if it costs the same`(_ text: String) throws {
    let argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
    let ours = "$argon2id$v=19$m=64,t=1,p=1$c2l4dGVlbmJ5dGVzc2FsdA$F00zDAd5vLmnsEcItefis01NREBZA6uFFvGb898DLHc"
    #expect(try argon2id.isCurrent(PasswordHash(phc: ours)))
    #expect(try !argon2id.isCurrent(PasswordHash(imported: text)))
    #expect(try !argon2id.renews(PasswordHash(phc: ours), of: sealed("secret")))
    #expect(try argon2id.renews(PasswordHash(imported: text), of: sealed("secret")))
  }
}
