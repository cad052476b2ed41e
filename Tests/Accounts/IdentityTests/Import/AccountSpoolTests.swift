import Foundation
import Secrets
import TestSupport
import Testing

@testable import Identity

@Suite("Accounts on their way to a store")
struct AccountSpoolTests {
  private static func account(_ number: Int) throws -> NewAccount {
    let digits = String(number)
    let digest = String(repeating: "B", count: 42 - digits.count) + digits + "A"
    return NewAccount(
      email: email("User\(number)@example.com"),
      passwordHash: try PasswordHash(
        phc: "$argon2id$v=19$m=19456,t=2,p=1$\(String(repeating: "A", count: 22))$\(digest)"))
  }

  private static func spool(_ count: Int) throws -> AccountSpool {
    var spool = AccountSpool()
    for number in 0..<count { try spool.append(account(number), lines: number * 2 + 2...number * 2 + 3) }
    return spool
  }

  @Test("come back in their order with their lines, as often as asked", arguments: [0, 1, 3_000])
  func order(_ count: Int) throws {
    let spool = try Self.spool(count)
    #expect(spool.count == count)
    for _ in 1...2 {
      var number = 0
      try spool.each { account, lines in
        let expected = try Self.account(number)
        #expect(account == expected && account.email.text == "User\(number)@example.com")
        #expect(lines == number * 2 + 2...number * 2 + 3)
        number += 1
      }
      #expect(number == count)
    }
  }

  @Test("stop at the first that the store refuses")
  func stop() throws {
    let spool = try Self.spool(2_000)
    var count = 0
    #expect(throws: CancellationError.self) {
      try spool.each { _ in
        count += 1
        if count == 5 { throw CancellationError() }
      }
    }
    #expect(count == 5)
  }

  @Test("stay out of the names and the reach of others, and are nowhere in clear")
  func secrecy() throws {
    let spool = try Self.spool(3_000)
    let file = try #require(spool.overflow).file
    var status = stat()
    #expect(fstat(file.descriptor, &status) == 0)
    #expect(status.st_nlink == 0 && status.st_mode & 0o7777 == 0o600)
    let content = Data(try file.read(Int(status.st_size), at: 0))
    #expect(!content.isEmpty && content.count == Int(status.st_size))
    #expect(content.range(of: Data("@example.com".utf8)) == nil)
    #expect(spool.count == 3_000)
  }
}
