import Testing

@testable import Secrets

@Suite("Secret bytes")
struct SecretBytesTests {
  @Test("are those that were written, or copied")
  func content() throws {
    let bytes = try #require(SecretBytes(copying: [1, 2, 3]))
    #expect(bytes.count == 3)
    #expect(bytes.content == [1, 2, 3])
  }

  @Test("are random if so wanted")
  func random() throws {
    let all = try (1...100).map { _ in try #require(SecretBytes(randomCount: 20)).content }
    #expect(Set(all).count == 100)
  }

  @Test("are none if they cannot be written, or if there are none")
  func none() {
    #expect(SecretBytes(count: 4) { _ in false } == nil)
    #expect(SecretBytes(copying: []) == nil)
    #expect(SecretBytes(randomCount: 0) == nil)
  }
}

extension SecretBytes {
  /// A copy of the bytes, for tests, which have no secrets.
  var content: [UInt8] { withBytes { Array(UnsafeBufferPointer(start: $0, count: $1)) } }
}
