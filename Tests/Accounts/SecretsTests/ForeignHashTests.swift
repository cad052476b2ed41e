import Glibc
import TestSupport
import Testing

@testable import Secrets

@Suite("Hashes of other programs")
struct ForeignHashTests {
  /// The reference implementation's own tests, and libxcrypt's crypt(3) through Python.
  static let hashes = [
    ("password", "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
    ("password", "$argon2id$v=19$t=2,p=1,m=65536$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
    ("password", "$argon2id$v=19$p=2,m=256,t=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"),
    ("password", "$argon2i$v=19$t=2,m=65536,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA"),
    ("correct horse", "$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2"),
    ("correct horse", "$2y$06$abcdefghijklmnopqrstuud/5IuQmqhVO0kfNEbHJM.fJkPiliBzC"),
    ("correct horse", "$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2"),
    ("correct horse", "$5$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC"),
    (
      "correct horse",
      "$6$saltstring$.r0X7ub5wGR2v4Xz7svCIozfnlorFh19V89t8KC9Umd81uGhFgsyTRNyzQDXDIm17fFcR9z3z7oBNdsyYBbtm/"
    ),
    (
      "correct horse",
      "$6$rounds=1500$saltstring$RhZq6/mcJWFyZQR.a/UKNEOAfBmEJDsptLR3/GTkHCT83PNdNkHNY2FzNAWgPwBAmNccxC/Og4oBy6yiwqlke1"
    ),
    ("correct horse", "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79"),
  ]

  @Test("are taken, verified as they were made, kept in a store, and renewed at the next sign-in", arguments: hashes)
  func verified(_ right: String, _ text: String) throws {
    let argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
    // given
    let imported = try PasswordHash(imported: text)
    // when it comes back from a store
    let hash = try PasswordHash(phc: imported.phc)
    // then
    #expect(hash == imported)
    #expect(try argon2id.verify(sealed(right), against: hash))
    #expect(try !argon2id.verify(sealed(right + "!"), against: hash))
    #expect(!Argon2id().isCurrent(hash))
    #expect(!"\(hash)".contains("salt") && !"\(hash)".contains("c29t"))
  }

  @Test(
    "with another form are refused",
    arguments: [
      "$argon2id$v=19$m=65536,t=2,p=2$c29tZXNhbHQ$ék8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "", "$", "$$$$", "secret", "$1$salt$hash", "$2x$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2",
      "$2b$5$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2",
      "$2b$03$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2",
      "$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy",
      "$5$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqE",
      "$5$sal:string$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC",
      "$5$rounds=+5000$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC",
      "$2b$+5$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2",
      "$5$rounds=999$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC",
      "$5$saltstringsaltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC",
      "$y$k9T$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79",
      "$y$j9T$$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79",
      "$argon2d$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "$argon2id$v=19$m=256,t=2,t=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "$argon2id$v=16$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    ])
  func malformed(_ text: String) {
    #expect(throws: PasswordHashError.malformed) { try PasswordHash(imported: text) }
  }

  @Test("that take too long are refused before anything is computed")
  func tooExpensive() {
    for (scheme, text) in [
      (ForeignHash.Scheme.bcrypt, "$2b$17$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2"),
      (.bcrypt, "$2b$99$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2"),
      (.sha256crypt, "$5$rounds=10000000$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC"),
      (.yescrypt, "$y$jHT$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79"),
    ] { #expect(throws: PasswordHashError.tooExpensive(scheme)) { try PasswordHash(imported: text) } }
    #expect(throws: PasswordHashError.absurdCost(HashCost(memoryKiB: 8, passes: 2))) {
      try PasswordHash(imported: "$argon2id$v=19$m=8,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc")
    }
  }

  @Test("of one scheme are in the order of their work in a store")
  func order() throws {
    let texts = ["$5$rounds=99999$s$", "$5$s$", "$5$rounds=1000$s$", "$5$rounds=200000$s$"]
    let hashes = try texts.map { try PasswordHash(imported: $0 + String(repeating: "a", count: 43)) }
    #expect(hashes.sorted { $0.phc < $1.phc }.map(\.foreign?.work) == [1000, 5000, 99_999, 200_000])
  }

  @Test("make every attempt as costly as the costliest of their scheme, whatever the hash, and without one")
  func sameTime() async throws {
    // In a process of its own: other tests would count, too.
    await #expect(processExitsWith: .success) {
      let argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
      let wrong = try sealed("wrong horse")
      let cheap = try PasswordHash(imported: "$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2")
      let costly = try PasswordHash(imported: "$2b$10$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2")
      let costliest = try [#require(costly.foreign)]
      let hashes = [cheap, costly, try argon2id.hash(wrong), nil]
      var times: [[Duration]] = Array(repeating: [], count: hashes.count)
      for _ in 0..<5 {
        for (kind, hash) in hashes.enumerated() {
          let start = OwnProcess.processorTime
          _ = try argon2id.verify(wrong, against: hash, spending: nil, and: costliest)
          times[kind].append(OwnProcess.processorTime - start)
        }
      }
      let medians = times.map { $0.sorted()[$0.count / 2] }
      let least = try #require(medians.min())
      #expect(medians.allSatisfy { $0 / least < 1.5 }, "\(medians)")
    }
  }

  @Test("never fit a password that is too long for them, or was wiped")
  func long() throws {
    let hash = try PasswordHash(imported: Self.hashes[4].1)
    let argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
    #expect(try !argon2id.verify(sealed(String(repeating: "a", count: 600)), against: hash))
    let wiped = try sealed("correct horse")
    wiped.wipe()
    #expect(throws: HashingError.passwordWiped) { try argon2id.verify(wiped, against: hash) }
  }
}
