import SQLiteStore
import Foundation
import Identity
import Store
import TestSupport
import Testing

@Suite("Linking users of another provider", .fewAtOnce)
struct LinksEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test("A file links many users, and names the rows that can't be linked")
  func bulk() async throws {
    // Given a file with a header, a good row, a user without an account, and two rows that mean nothing
    try "email;user\nADA@lovelace.example;pam:ada/1000\nbob@example.com;pam:bob/1001\nada@lovelace.example;ada\nx\n"
      .write(toFile: sandbox.path("staff.csv"), atomically: false, encoding: .utf8)
    // When it is linked without --add
    let finished = try await sandbox.run(["account", "link", "--file", sandbox.path("staff.csv")])
    // Then the good row is, and the others are named
    #expect(finished.ending == .exited(65))
    #expect(finished.output == "Linked 1 user\n")
    let lines = finished.errors.split(separator: "\n")
    #expect(lines.count == 4, "\(finished.errors)")
    for (line, text) in zip(
      lines, ["line 3: There is no account for bob", "line 4: The row", "line 5: The row", "3 rows"])
    { #expect(line.contains(text)) }
    // And with --add the missing account is there, without a password
    let added = try await sandbox.run(
      ["account", "link", "--file", "-", "--add"], input: .text("bob@example.com,pam:bob/1001\n"))
    #expect(added.ending == .exited(0), "\(added.errors)")
    let bob = try #require(Subject(text: "pam:bob/1001"))
    let account = try await fixture.store.account(of: bob)
    #expect(account?.email == email("bob@example.com"))
    #expect(account?.passwordHash == nil)
  }

  @Test("One user gets an account of their own, and a user of another account stays there")
  func one() async throws {
    let added = try await sandbox.run(["account", "link", "bob@example.com", "pam:bob/1001", "--add"])
    #expect(added.output == "Linked pam:bob/1001 to bob@example.com\n", "\(added.errors)")
    let bob = ["account", "list", "--email", "bob"]
    #expect(try await sandbox.run(bob).output.hasSuffix("  off       no password\n"))
    #expect(try await sandbox.run(bob + ["--json"]).output.hasSuffix(#","hasPassword":false}"# + "\n"))
    for add in [[], ["--add"]] {
      let taken = try await sandbox.run(["account", "link", StoreFixture.email, "pam:bob/1001"] + add)
      #expect(taken.ending == .exited(65))
      #expect(taken.errors.contains("pam:bob/1001 is linked to another account."))
    }
    let taken = try await sandbox.run(["account", "link", "eve@example.com", "pam:bob/1001", "--add"])
    #expect(taken.errors.contains("pam:bob/1001 is linked to another account."))
    for wrong in [["account", "link"], ["account", "link", "a@b.de"], ["account", "link", "a@b.de", "--file", "x"]] {
      #expect(try await sandbox.run(wrong).ending == .exited(64))
    }
  }

  @Test("For programs, links have the account's own spelling of its email, however it is typed")
  func spelling() async throws {
    _ = try await sandbox.run(["account", "link", StoreFixture.email, "pam:ada/1000"])
    let links = try await sandbox.run(["account", "links", "ADA@Lovelace.example", "--json"])
    #expect(
      links.output == #"{"version":1,"email":"ada@lovelace.example","provider":"pam","id":"ada/1000"}"# + "\n")
  }
}
