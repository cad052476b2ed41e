import Testing

@testable import Secrets

@Suite("A random password")
struct RandomPasswordTests {
  @Test("has 16 letters and digits without look-alikes in groups of four, and is never the same twice")
  func groups() throws {
    let texts = try (1...200).map { _ in try text(length: 6...20) }

    #expect(Set(texts).count == 200)
    #expect(texts.allSatisfy { $0.wholeMatch(of: /([a-kmnp-z2-9]{4}-){3}[a-kmnp-z2-9]{4}/) != nil })
  }

  @Test("uses all its letters and digits")
  func alphabet() throws {
    let used = try (1...200).map { _ in try text(length: 16...16) }.joined()
    #expect(Set(used) == Set("abcdefghijkmnpqrstuvwxyz23456789"))
  }

  @Test(
    "has a length that the policy allows, and hyphens only where there is room for them",
    arguments: [
      (6...20, 19, true), (6...19, 19, true), (6...18, 16, false), (8...16, 16, false), (6...10, 10, false),
      (1...1, 1, false), (17...18, 17, false), (20...64, 20, true), (24...24, 24, true), (64...1024, 64, true),
    ])
  func lengths(_ length: ClosedRange<Int>, _ count: Int, _ isGrouped: Bool) throws {
    let password = try text(length: length)
    #expect(password.count == count && length.contains(count))
    #expect(password.contains("-") == isGrouped)
    #expect(password.first != "-" && password.last != "-")
  }

  @Test func `A hyphen stands behind each four, unless nothing follows it`() throws {
    #expect(try text(length: 20...20).wholeMatch(of: /([a-z2-9]{4}-){3}[a-z2-9]{5}/) != nil)
    #expect(try text(length: 21...21).wholeMatch(of: /([a-z2-9]{4}-){4}[a-z2-9]/) != nil)
  }

  private func text(length: ClosedRange<Int>) throws -> String {
    let password = try #require(SealedPassword.random(length: length))
    return try #require(password.withUTF8 { String(decoding: $0, as: UTF8.self) })
  }
}
