import TestSupport
import Testing

@testable import Secrets

@Suite("A sealing key")
struct SealingKeyTests {
  private let key: SealingKey
  private let secret: SecretBytes

  init() throws {
    key = try #require(SealingKey())
    secret = try #require(SecretBytes(copying: Array("twenty secret bytes.".utf8)))
  }

  @Test("opens what it sealed", arguments: [1, 20, 1000])
  func opens(_ count: Int) throws {
    let secret = try #require(SecretBytes(randomCount: count))
    let sealed = key.seal(secret, for: "account 7")
    #expect(sealed.count == 24 + count + 16)
    #expect(key.open(sealed, for: "account 7")?.content == secret.content)
  }

  @Test("opens it when it was read back itself")
  func readBack() throws {
    let copy = try #require(SecretBytes(copying: key.bytes.content))
    let sealed = key.seal(secret, for: "account 7")
    #expect(try #require(SealingKey(bytes: copy)).open(sealed, for: "account 7") != nil)
  }

  @Test("never seals the same way twice, and shows nothing of the secret")
  func nonces() throws {
    let seals = (1...100).map { _ in key.seal(secret, for: "account 7") }
    #expect(Set(seals).count == 100)
    let visible = Array("secret".utf8)
    #expect(seals.allSatisfy { seal in !seal.indices.contains { seal[$0...].starts(with: visible) } })
  }

  @Test("opens nothing for another account, and no other key does", .tags(.secondStepAddsToPassword))
  func elsewhere() throws {
    let sealed = key.seal(secret, for: "account 7")
    #expect(key.open(sealed, for: "account 8") == nil)
    #expect(key.open(sealed, for: "") == nil)
    #expect(try #require(SealingKey()).open(sealed, for: "account 7") == nil)
  }

  @Test("opens nothing that was changed in one bit, or cut")
  func changed() {
    let sealed = key.seal(secret, for: "account 7")
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(key.open(changed, for: "account 7") == nil)
    }
    for count in 0..<sealed.count { #expect(key.open(Array(sealed.prefix(count)), for: "account 7") == nil) }
    #expect(key.open(sealed + [0], for: "account 7") == nil)
  }

  @Test("has 32 bytes", arguments: [1, 31, 33])
  func length(_ count: Int) throws {
    #expect(try SealingKey(bytes: #require(SecretBytes(randomCount: count))) == nil)
  }

  @Test("is not printed, dumped or described")
  func printed() {
    var dumped = ""
    dump(key, to: &dumped)
    #expect("\(key) \(dumped)" == "SealingKey - SealingKey\n")
  }

  @Test func `A new key opens what the former one sealed, and seals what the former one can't open`() throws {
    // given
    let new = try #require(SealingKey(replacing: key))
    // then
    #expect(new.former?.content == key.bytes.content)
    #expect(new.open(key.seal(secret, for: "account 7"), for: "account 7")?.content == secret.content)
    #expect(new.open(new.seal(secret, for: "account 7"), for: "account 7")?.content == secret.content)
    #expect(key.open(new.seal(secret, for: "account 7"), for: "account 7") == nil)
    // and without the former one it opens its own only
    #expect(new.alone.former == nil)
    #expect(new.alone.open(key.seal(secret, for: "account 7"), for: "account 7") == nil)
    #expect(new.alone.open(new.seal(secret, for: "account 7"), for: "account 7")?.content == secret.content)
    #expect(key.former == nil)
  }

  @Test(arguments: [1, 31, 33]) func `A former key has 32 bytes, too`(_ count: Int) throws {
    let former = try #require(SecretBytes(randomCount: count))
    #expect(SealingKey(bytes: key.bytes, former: former) == nil)
    #expect(try SealingKey(bytes: key.bytes, former: #require(SecretBytes(randomCount: 32))) != nil)
  }
}
