import Testing

@testable import Secrets

/// The bounds of hashes of other programs, and the passwords at them. ``ForeignHashTests`` has the hashes.
@Suite struct ForeignHashBoundsTests {
  private let cheap = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))

  @Test(
    arguments: [
      "$argon2id$v=19$m=16,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "$argon2id$v=19$m=128,t=1,p=16$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA",
      "$argon2id$v=19$m=8,t=1,p=1$\(String(repeating: "A", count: 86))$\(String(repeating: "A", count: 86))",
    ])
  func `A hash by argon2 takes 8 KiB for each of up to 16 lanes, and has a salt and a hash of any allowed length`(
    _ text: String
  ) throws {
    #expect(try PasswordHash(imported: text).phc == text)
  }

  @Test(
    arguments: [
      ("$argon2id$v=19$m=15,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc", 15, 2),
      ("$argon2i$v=19$m=127,t=1,p=16$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA", 127, 1),
    ])
  func `A hash by argon2 with less than 8 KiB for a lane is refused`(
    _ text: String, memoryKiB: Int, passes: Int
  ) {
    #expect(throws: PasswordHashError.absurdCost(HashCost(memoryKiB: memoryKiB, passes: passes))) {
      try PasswordHash(imported: text)
    }
  }

  @Test(
    arguments: [
      "$2b$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe$",
      "$2b$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WN:",
      "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79$",
      "$argon2i$v=19$m=64,t=1,p=1$c2l4dGVlbmI$F00zDAd5vLmnsEcItefis01NREBZA6uFFvGb898DLHc$",
    ])
  func `A hash with another field or character is refused`(_ text: String) {
    #expect(throws: PasswordHashError.malformed) { try PasswordHash(imported: text) }
  }

  @Test func `A hash by yescrypt takes up to 1 GiB`() {
    let rest = "$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79"
    #expect(throws: Never.self) { try PasswordHash(imported: "$y$jFT" + rest) }
    #expect(throws: PasswordHashError.tooExpensive(.yescrypt)) { try PasswordHash(imported: "$y$jGT" + rest) }
  }

  @Test func `A hash by a scheme of crypt(5) costs nothing by argon2, and is printed with its scheme and work`() throws
  {
    let hash = try PasswordHash(imported: Self.ofEightyBytes)
    #expect(hash.cost == HashCost(memoryKiB: 0, passes: 0))
    #expect("\(hash)" == "PasswordHash(ForeignHash(bcrypt, 16))")
  }

  /// crypt(3) through Python, of eighty letters, of which bcrypt reads 72.
  private static let ofEightyBytes = "$2b$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe"

  @Test(arguments: [(71, false), (72, true), (73, true), (511, true), (512, false)])
  func `A password of up to 511 bytes is verified, of which bcrypt reads 72`(count: Int, isRight: Bool) throws {
    let hash = try PasswordHash(imported: Self.ofEightyBytes)
    #expect(try cheap.verify(sealed(String(repeating: "a", count: count)), against: hash) == isRight)
  }

  @Test func `A password whose end bcrypt did not read gets no new hash`() throws {
    // given
    let bcrypt = try PasswordHash(imported: Self.ofEightyBytes)
    let sha = try PasswordHash(imported: "$5$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC")
    let (read, unread) = (
      try sealed(String(repeating: "a", count: 72)), try sealed(String(repeating: "a", count: 73))
    )
    // then
    #expect(cheap.renews(bcrypt, of: read))
    #expect(!cheap.renews(bcrypt, of: unread))
    #expect(cheap.renews(sha, of: unread))
    // and neither does one that was wiped
    read.wipe()
    #expect(!cheap.renews(bcrypt, of: read))
  }

  @Test func `A password as long as a hash allows is verified, and a longer one is wrong`() throws {
    // crypt(3) through Python
    let ofABC = "$5$rounds=1000$salt$kRPLIsI/ent6Wh0Bz.sYr01TTTTlJKTYnpvCc73sCE8"
    #expect(try Crypt.verify(sealed("abc"), against: ofABC, longest: 3))
    #expect(try !Crypt.verify(sealed("abc"), against: ofABC, longest: 2))
  }

  @Test func `A password that is too long beside the costliest hash of its scheme is wrong, whatever else there is`()
    throws
  {
    // given a hash of 300 letters, by crypt(3) through Python, beside one of its scheme that takes 274 bytes
    let hash = try PasswordHash(imported: "$5$rounds=1000$salt$b5YIZE2XUoo9Uhwv7YZ.2KtD8QAjtxoYNku.dGorMC.")
    let password = try sealed(String(repeating: "a", count: 300))
    let costliest = try [Self.ofEightyBytes, "$5$rounds=2500000$s$" + String(repeating: "a", count: 43)]
      .map { try #require(PasswordHash(imported: $0).foreign) }
    #expect(costliest.map(\.longestPassword) == [.max, 274])
    // then
    #expect(try cheap.verify(password, against: hash, spending: nil, and: [costliest[0]]))
    #expect(try !cheap.verify(password, against: hash, spending: nil, and: costliest))
  }
}
