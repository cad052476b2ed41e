import Identity
import Secrets
import Testing

/// A reference to an account, which outlives a sign-in.
@Suite struct AccountReferenceTests {
  @Test func `A reference stays the same in all versions, and is read back from its text`() throws {
    // Computed by Python's hashlib.
    let key = try #require(LoginKey(bytes: Array(1...32)))
    let reference = key.reference(to: 7)
    #expect(reference.text == "7-3102e2c97b018c48")
    #expect(reference.number == 7)
    #expect(AccountReference(reference.text) == reference)
    #expect(LoginKey().reference(to: 7) != reference)
    #expect(AccountReference("0-0123456789abcdef")?.number == 0)
  }

  @Test(
    arguments: [
      "", "7", "-", "7-", "-7-0123456789abcdef", "07-0123456789abcdef", "+7-0123456789abcdef", "7-0123456789abcde",
      "7-0123456789abcdef0", "7-0123456789abcdeF", "7-0123456789abcdeg", "7-0123456789abcdef-", "x-0123456789abcdef",
      "9223372036854775808-0123456789abcdef",
    ])
  func `Any other text is none`(_ text: String) {
    #expect(AccountReference(text) == nil)
  }
}
