import Identity
import Resources
import Secrets
import TestSupport
import Testing

@Suite("The strength of a password")
struct PasswordStrengthTests {
  private let rules = NewPasswordRules(
    policy: .any, common: WordList(sortedLines: Passwords.common), words: WordList(sortedLines: Passwords.words))

  @Test("is the score of zxcvbn for four of five of 200 passwords, and next to it for 97 of 100")
  func agrees() {
    let differences = ZxcvbnScores.all.map { ($0.password, abs(strength($0.password).rawValue - $0.score)) }
    let far = differences.filter { $0.1 > 1 }.map(\.0)
    #expect(differences.count == 200)
    #expect(differences.count { $0.1 == 0 } >= 160)
    #expect(far.count <= 6, "\(far)")
  }

  @Test(
    "is low for words, repeats, runs, dates and the owner's email",
    arguments: [
      "passwordpassword", "gmail.com ada", "ada lovelace", "lovelace1815", "Adaada", "hellohello", "aaaaaaaaaaaa",
      "abcdefghijkl",
      "qwertyuiop", "poiuytrewq", "10121815", "10.12.1985", "1985-12-10", "P@$$w0rd", "123123123123",
    ])
  func weak(_ password: String) {
    #expect(strength(password).rawValue <= PasswordStrength.weak.rawValue)
  }

  @Test(
    "is not low for what is hard to guess",
    arguments: [
      ("x7Kq9vLm", .fair), ("nR4$wT6^yU8&", .strong), ("correct horse", .good),
      ("correct horse battery staple", .strong), ("пароль-пингвин", .strong),
    ] as [(String, PasswordStrength)])
  func strong(_ password: String, _ strength: PasswordStrength) {
    #expect(self.strength(password) == strength)
  }

  @Test("depends on whose password it is")
  func owner() {
    #expect(strength("lovelace1815", for: "bob@example.com").rawValue > strength("lovelace1815").rawValue)
  }

  @Test("takes any length, and costs little")
  func long() {
    #expect(strength(String(repeating: "a", count: 900)) == .poor)
    #expect(strength(String(repeating: "correct horse ", count: 60)) != .poor)
    #expect(strength("") == .poor)
  }

  private func strength(_ password: String, for email: String = "ada.lovelace@gmail.com") -> PasswordStrength {
    let text = GuardedText(capacity: 1024)
    text.set(password)
    return rules.strength(of: text, for: email)
  }
}
