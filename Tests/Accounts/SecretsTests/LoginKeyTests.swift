import Testing

@testable import Secrets

/// The key for unknown logins.
@Suite struct LoginKeyTests {
  @Test func `A digest is 16 hexadecimal digits of the keyed BLAKE2b of the login`() throws {
    // Computed by Python's hashlib. Among its bytes are 0x10 and 0x09.
    let key = try #require(LoginKey(bytes: Array(1...32)))
    #expect(key.digest(of: "user67@example.com") == "f39910501b520985")
  }

  @Test func `Another key gives other digests`() {
    #expect(LoginKey().digest(of: "ada") != LoginKey().digest(of: "ada"))
  }

  @Test(arguments: [0, 31, 33]) func `A key has 32 bytes`(_ count: Int) {
    #expect(LoginKey(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }
}
