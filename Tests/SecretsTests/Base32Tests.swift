import Testing

@testable import Secrets

@Suite("Base32")
struct Base32Tests {
  @Test(
    "is that of RFC 4648, section 10, without padding",
    arguments: [
      ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI"),
    ])
  func vectors(_ bytes: String, _ text: String) throws {
    #expect(Base32.standard.encode(try #require(SecretBytes(copying: Array(bytes.utf8)))) == text)
  }

  @Test("has groups of four characters")
  func groups() throws {
    let bytes = try #require(SecretBytes(copying: Array("foobar".utf8)))
    #expect(Base32.standard.encode(bytes, separator: "-") == "MZXW-6YTB-OI")
  }
}
