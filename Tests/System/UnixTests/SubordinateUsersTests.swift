import TestSupport
import Testing

@testable import Unix

@Suite struct SubordinateUsersTests {
  private static let passwd = "root:x:0:0::/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\nbob:x:1001:1001:::\n"

  private static func users(_ text: String) -> SubordinateUsers { SubordinateUsers(text: text, passwd: passwd) }

  @Test(.tags(.serviceKeepsAccounts)) func `Each uid of a range is its owner, by name or by number`() {
    let users = Self.users("ada:100000:65536\n1001:165536:65536\n")
    for (uid, owner): (UInt32, UInt32) in [
      (100_000, 1000), (165_535, 1000), (165_536, 1001), (231_071, 1001), (231_072, 231_072), (1000, 1000), (0, 0),
    ] {
      #expect(users.owner(of: uid) == owner, "\(uid)")
    }
  }

  @Test func `The range of a name that the machine's file does not have is one person`() {
    let users = Self.users("zoe:300000:65536\n")
    #expect(users.owner(of: 300_001) == 300_000)
    #expect(users.owner(of: 365_535) == 300_000)
  }

  @Test(.tags(.serviceKeepsAccounts)) func `Nobody becomes root, or another user, by a range`() {
    // as LXD and Incus write them: root may map its own user, and gives blocks to containers
    let users = Self.users("root:1000:1\nroot:1000000:1000000000\n0:500000:65536\nada:1001:1\n")
    for (uid, owner): (UInt32, UInt32) in [
      (1000, 1000), (1001, 1001), (1_000_000, 1_000_000), (1_001_001, 1_000_000), (1_065_535, 1_000_000),
      (1_065_536, 1_065_536), (1_200_000, 1_196_608), (500_000, 500_000), (565_535, 500_000), (2_000, 2_000),
    ] {
      #expect(users.owner(of: uid) == owner, "\(uid)")
    }
  }

  @Test(arguments: [
    "", "ada", "ada:100000", "ada:x:65536", "ada:100000:0", "ada:100000:-1", "ada:0:65536", ":::", "ada:100000:5:9",
    "ada:4294967296:1",
  ])
  func `A line that makes no sense gives nobody anything`(_ line: String) {
    let users = Self.users(line + "\n")
    for uid: UInt32 in [0, 1, 1000, 100_000] { #expect(users.owner(of: uid) == uid) }
  }

  @Test func `A range ends with the last uid`() {
    #expect(Self.users("ada:4294967290:65536\n").owner(of: .max) == 1000)
  }
}
