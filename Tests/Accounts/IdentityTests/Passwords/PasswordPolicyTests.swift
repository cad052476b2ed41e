import Identity
import Testing

@Suite("A password policy")
struct PasswordPolicyTests {
  @Test("accepts from 6 to 20 characters by default", arguments: [(5, false), (6, true), (20, true), (21, false)])
  func defaultRange(characterCount: Int, isAccepted: Bool) {
    let violation = PasswordPolicy().violation(characterCount: characterCount)
    #expect(violation == (isAccepted ? nil : .length(6...20)))
  }

  @Test(
    "of other providers, and the lengths in a message, go from 1 to 1,024",
    arguments: [(0, false), (1, true), (1_024, true), (1_025, false)])
  func possible(characterCount: Int, isPossible: Bool) {
    #expect((PasswordPolicy.any.violation(characterCount: characterCount) == nil) == isPossible)
    #expect((PasswordLengths(characterCount...characterCount) != nil) == isPossible)
  }

  @Test("names its own numbers in a refusal")
  func namesItsNumbers() {
    #expect(PasswordPolicy(length: 12...64).violation(characterCount: 6) == .length(12...64))
  }
}
