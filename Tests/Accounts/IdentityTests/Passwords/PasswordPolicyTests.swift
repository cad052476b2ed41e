import Identity
import Testing

@Suite("A password policy")
struct PasswordPolicyTests {
  @Test("accepts from 6 to 20 characters by default", arguments: [(5, false), (6, true), (20, true), (21, false)])
  func defaultRange(characterCount: Int, isAccepted: Bool) {
    let violation = PasswordPolicy().violation(characterCount: characterCount)
    #expect(violation == (isAccepted ? nil : .length(6...20)))
  }

  @Test("names its own numbers in a refusal")
  func namesItsNumbers() {
    #expect(PasswordPolicy(length: 12...64).violation(characterCount: 6) == .length(12...64))
  }
}
