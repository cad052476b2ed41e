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
    #expect(hash.phc.contains(",") == text.hasPrefix("$argon2id$"), "indexes find the costs of ours by the commas")
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
      "$5$saltstringsalt17x$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC",
      "x$5$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC",
      "$5$rounds=5000$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC$",
      "$5$rounds=5000$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC",
      "$y$jjT$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79",
      "$y$j9j$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79",
      "$y$j9Tx$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79",
      "$y$j9T$\(String(repeating: "a", count: 87))$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79",
      "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU7",
      "$y$k9T$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79",
      "$y$j9T$$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79",
      "$argon2d$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "$argon2id$v=19$m=256,t=2,t=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "$argon2id$v=16$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    ])
  func malformed(_ text: String) {
    #expect(throws: PasswordHashError.malformed) { try PasswordHash(imported: text) }
  }

  @Test(
    "at the limits of their schemes are taken",
    arguments: [
      ("$2b$04$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2", 16),
      ("$2b$16$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2", 65_536),
      ("$5$$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC", 5000),
      ("$5$rounds=1000$saltstringsalt16$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC", 1000),
      ("$5$rounds=9999999$s$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC", 9_999_999),
      ("$y$j..$a$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79", 2),
      ("$y$j9i$\(String(repeating: "a", count: 86))$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79", 192_512),
    ])
  func limits(_ text: String, _ work: Int) throws {
    #expect(try PasswordHash(imported: text).foreign?.work == work)
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

  @Test(
    "of sha-crypt are made up for from half of the least rounds that a setting has",
    arguments: [
      (1499, nil), (1500, "rounds=1000"), (2000, "rounds=1000"), (2001, "rounds=1001"), (9000, "rounds=8000"),
    ] as [(Int, String?)])
  func rest(rounds: Int, decoy: String?) throws {
    func hash(_ rounds: Int) throws -> ForeignHash {
      let text = "$5$rounds=\(rounds)$s$" + String(repeating: "a", count: 43)
      return try #require(PasswordHash(imported: text).foreign)
    }
    let rest = try hash(rounds).rest(after: hash(1000))
    #expect(rest == (decoy.map { ["$5$\($0)$................"] } ?? []))
    #expect(try hash(rounds).rest(after: hash(rounds)).isEmpty)
  }

  @Test("of bcrypt and yescrypt are made up for by hashes of their own kind, and by none behind one as costly")
  func restOfPowers() throws {
    func hash(_ parameters: String, _ rest: String) throws -> ForeignHash {
      try #require(PasswordHash(imported: "$\(parameters)$\(rest)").foreign)
    }
    func bcrypt(_ cost: String) throws -> ForeignHash { try hash("2b$\(cost)", String(repeating: "a", count: 53)) }
    func yescrypt(_ parameters: String) throws -> ForeignHash {
      try hash("y$\(parameters)$salt", String(repeating: "a", count: 43))
    }
    let bcryptSalt = "$" + String(repeating: ".", count: 22)
    #expect(try bcrypt("10").rest(after: nil) == ["$2b$10" + bcryptSalt])
    #expect(try bcrypt("10").rest(after: bcrypt("09")) == ["$2b$09" + bcryptSalt])
    #expect(try bcrypt("10").rest(after: bcrypt("08")) == ["$2b$09", "$2b$08"].map { $0 + bcryptSalt })
    #expect(try bcrypt("10").rest(after: bcrypt("10")).isEmpty)
    let salt = "$" + String(repeating: ".", count: 16)
    for parameters in ["j9T", "j85", "j./"] {
      #expect(try yescrypt(parameters).rest(after: yescrypt(parameters)).isEmpty)
    }
    #expect(try yescrypt("j9T").rest(after: nil) == ["$y$j9T" + salt])
    #expect(try yescrypt("j85").rest(after: nil) == ["$y$j85" + salt])
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

  /// openssl passwd -5 and -6, of a hundred letters.
  private static let ofHundredBytes = [
    "$5$saltstring$HE80cZIBUxLL.bS7Ud8vy2RfFEVIyvfBaoUr.RekKl3",
    "$6$saltstring$JScHikn0ipeafNsMFqiv6ssVGy/bli03a6zot98EeDT9Eis0IVo.NzTwTN4F896wEgL50y3nqQ9Os/B3lkI2.0",
  ]

  @Test("take passwords of any length, unless so many rounds of them would take too long")
  func longest() throws {
    func longest(_ text: String) throws -> Int? { try PasswordHash(imported: text).foreign?.longestPassword }
    let (sha256, sha512) = (String(repeating: "a", count: 43), String(repeating: "a", count: 86))
    for rounds in [1000, 5000, 656_000, 1_000_000] {
      #expect(try #require(try longest("$5$rounds=\(rounds)$s$\(sha256)")) >= 511)
      #expect(try #require(try longest("$6$rounds=\(rounds)$s$\(sha512)")) >= 511)
    }
    #expect(try longest("$5$rounds=9999999$s$\(sha256)") == 53)
    #expect(try longest("$6$rounds=9999999$s$\(sha512)") == 69)
    // Those of a scheme whose time is that of any length.
    for (_, text) in Self.hashes where text.hasPrefix("$2") || text.hasPrefix("$y") {
      #expect(try longest(text) == .max)
    }
  }

  @Test(
    "beside a costlier one of their scheme fit no password that is too long for that one", arguments: ofHundredBytes)
  func beside(_ text: String) throws {
    // given
    let right = String(repeating: "a", count: 100)
    let own = try #require(PasswordHash(imported: text).foreign)
    let rest = String(repeating: "a", count: own.scheme == .sha256crypt ? 43 : 86)
    func costliest(_ rounds: Int) throws -> ForeignHash? {
      try PasswordHash(imported: text.prefix(3) + "rounds=\(rounds)$s$" + rest).foreign
    }
    // then
    #expect(try own.isMade(from: sealed(right)))
    #expect(try own.isMade(from: sealed(right), beside: costliest(1_000_000)))
    #expect(try !own.isMade(from: sealed(right), beside: costliest(9_999_999)))
    #expect(try own.isMade(from: sealed(right), beside: costliest(4_000_000)))
  }

  @Test("make a password that is too long as costly as a short one, whatever the hash, and without one")
  func sameTimeOfLongPasswords() async throws {
    await #expect(processExitsWith: .success) {
      // Given a scheme whose costliest hash takes fewer bytes than the password has
      let costliest = try #require(
        PasswordHash(imported: "$5$rounds=9999999$s$" + String(repeating: "a", count: 43)).foreign)
      let tooLong = String(repeating: "a", count: 500)
      // The least of five rounds: what else the machine does only adds.
      var times: [String: Duration] = [:]
      for _ in 1...5 {
        for (name, text) in [("short", "aaaaaaaa"), ("long", tooLong)] {
          let password = try sealed(text)
          let start = OwnProcess.processorTime
          _ = try Crypt.verify(
            password, against: "$5$rounds=200000$s$", longest: costliest.longestPassword)
          let time = OwnProcess.processorTime - start
          times[name] = min(times[name] ?? time, time)
        }
      }
      let (short, long) = try (#require(times["short"]), #require(times["long"]))
      #expect(long / short < 1.5, "\(times)")
    }
  }

  @Test("say how much memory they take")
  func memory() throws {
    func memory(_ text: String) throws -> Int { try PasswordHash(imported: text).memoryKiB }
    #expect(try Self.hashes.map { try memory($0.1) } == [65_536, 65_536, 256, 65_536, 0, 0, 0, 0, 0, 0, 16_384])
    let gib = try PasswordHash(imported: "$y$jFT$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79")
    #expect(gib.memoryKiB == 1_048_576)
    // Also in the queue of a service
    let argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
    #expect(argon2id.memoryKiB(against: gib, spending: nil) == 1_048_576)
    #expect(argon2id.memoryKiB(against: nil, spending: nil, and: [try #require(gib.foreign)]) == 1_048_576)
    #expect(argon2id.memoryKiB(against: nil, spending: HashCost(memoryKiB: 128, passes: 1)) == 128)
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
