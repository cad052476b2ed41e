import Testing

@testable import Secrets

@Suite("Sealed numbers")
struct SealedNumberTests {
  private let key = LoginKey()

  @Test("stand for one number each, and are opened by the same key")
  func opened() {
    let numbers = Array(0...2_000) + [LoginKey.largestSealed - 1, LoginKey.largestSealed]
    let sealed = numbers.map { key.seal($0) }
    #expect(sealed.map { key.open($0) } == numbers)
    #expect(Set(sealed).count == numbers.count)
    #expect(sealed.allSatisfy { (0...LoginKey.largestSealed).contains($0) })
  }

  @Test("are others with another key")
  func others() {
    let numbers = Array<Int64>(0..<1_000)
    let sealed = numbers.map { key.seal($0) }
    #expect(Set(sealed).isDisjoint(with: numbers.map { LoginKey().seal($0) }))
  }

  @Test("tell neither the order nor the distance of two numbers")
  func spread() {
    let sealed = (0..<4_096).map { key.seal($0) }
    // Of neighbours, the second is the greater one as often as not, and they are as far apart as any.
    let rising = zip(sealed, sealed.dropFirst()).count { $0 < $1 }
    #expect((1_800...2_300).contains(rising))
    let near = zip(sealed, sealed.dropFirst()).count { abs($0 - $1) < LoginKey.largestSealed / 16 }
    #expect(near < 700)
    // Each bit is one in half of them.
    for bit in 0..<52 { #expect((1_800...2_300).contains(sealed.count { $0 >> bit & 1 == 1 })) }
  }

  @Test("are any number that somebody makes up", arguments: [Int64.min, -1, LoginKey.largestSealed + 1, .max])
  func invented(_ number: Int64) {
    #expect((0...LoginKey.largestSealed).contains(key.open(number)))
  }

  @Test(
    arguments: [
      (0, 2_642_461_448_904_002), (1, 2_952_378_361_566_641), (123_456_789, 221_479_968_295_470),
      (4_503_599_627_370_495, 2_827_783_623_021_637),
    ])
  func `They stay the same in all versions, so that a number from an older one is opened`(
    _ number: Int64, _ sealed: Int64
  ) throws {
    // Computed by Python's hashlib.
    let key = try #require(LoginKey(bytes: Array(1...32)))
    #expect(key.seal(number) == sealed)
    #expect(key.open(sealed) == number)
  }

  @Test func `The largest one has 52 bits`() {
    #expect(LoginKey.largestSealed == 4_503_599_627_370_495)
  }
}
