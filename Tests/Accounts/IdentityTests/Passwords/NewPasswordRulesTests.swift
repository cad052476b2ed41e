import Secrets
import TestSupport
import Testing

@testable import Identity

@Suite struct NewPasswordRulesTests {
  private let rules = NewPasswordRules(
    policy: PasswordPolicy(length: 6...20), common: WordList(sortedLines: Array("123456\nlovelace\n".utf8)))
  private let ada = EmailAddress(valid: "ada.king@lovelace.example")

  @Test(
    arguments: [
      ("12345", .length(6...20)), ("correct horse battery", .length(6...20)),
      ("ADA.KING", .partOfEmail), ("ada.king@lovelace.example", .length(6...20)), ("lovelace.example", .partOfEmail),
      ("lovelace", .partOfEmail), ("123456", .common), ("velace", nil), ("correct horse", nil),
    ] as [(String, PasswordViolation?)])
  func `A new password gets the first rule that it breaks: length, email, common ones`(
    _ text: String, _ violation: PasswordViolation?
  ) throws {
    #expect(rules.violation(of: try password(text), for: ada) == violation)
  }

  @Test func `A password is held against a half typed email, too`() {
    let typed = GuardedText()
    for scalar in "king@love".unicodeScalars { typed.insert(scalar, at: typed.count) }
    #expect(rules.violation(of: typed, for: "ada.king@love") == .partOfEmail)
    #expect(rules.violation(of: typed, for: "ada.king@lov") == nil)
  }

  @Test func `A wiped password breaks no rule, for it can't be hashed either`() throws {
    let wiped = try password("123456")
    wiped.wipe()
    #expect(rules.violation(of: wiped, for: ada) == nil)
  }
}
