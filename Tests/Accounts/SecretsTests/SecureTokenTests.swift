import Testing

@testable import Secrets

@Suite("Session tokens")
struct SecureTokenTests {
  @Test("A token is 43 characters of base64url, and never the same twice")
  func text() {
    let tokens = (1...1_000).map { _ in SecureToken().base64URL }

    #expect(Set(tokens).count == 1_000)
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    #expect(tokens.allSatisfy { $0.utf8.count == 43 && alphabet.isSuperset(of: $0) })
  }

  @Test("A token read back has the stored digest")
  func digest() throws {
    let token = SecureToken()
    let stored = try #require(TokenDigest(bytes: token.digest.bytes))

    let presented = try #require(SecureToken(base64URL: token.base64URL))

    #expect(presented.digest == stored)
    #expect(SecureToken().digest != stored)
  }

  @Test("The digest is SHA-256")
  func sha256() {
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    let digest = Array("abc".utf8).withUnsafeBufferPointer { TokenDigest(of: $0) }

    #expect(digest.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }

  @Test("A digest of another length is refused", arguments: [0, 31, 33])
  func digestLength(_ length: Int) {
    #expect(TokenDigest(bytes: [UInt8](repeating: 1, count: length)) == nil)
  }

  @Test(
    "Anything but 43 canonical characters is refused",
    arguments: [
      "", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
      String(repeating: "A", count: 43) + "=",
      String(repeating: "A", count: 42) + "B",  // bits beyond the 256th
      String(repeating: "A", count: 42) + "+", String(repeating: "A", count: 42) + " ",
      String(repeating: "A", count: 42) + "\u{0}", String(repeating: "é", count: 43),
      String(repeating: "é", count: 21) + "A",  // 43 bytes
    ])
  func malformed(_ text: String) {
    #expect(SecureToken(base64URL: text) == nil)
  }

  @Test("A byte that is not ASCII is refused at any place")
  func notASCII() {
    for byte in 0x80...0xFF as ClosedRange<UInt8> {
      for place in 0..<43 {
        var text = [UInt8](repeating: UInt8(ascii: "A"), count: 43)
        text[place] = byte
        #expect(text.withUnsafeBufferPointer { SecureToken(base64URL: $0) == nil })
      }
    }
  }

  @Test("Printing or dumping a token shows nothing of it")
  func printed() {
    let token = SecureToken()
    var dumped = ""
    dump([token], to: &dumped)

    #expect("\(token) \(String(reflecting: token))" == "SecureToken SecureToken")
    #expect(!dumped.contains { $0.isNumber && $0 != "1" })  // "1 element", and no bytes
  }
}
