import Testing

@testable import Secrets

@Suite("Base32")
struct Base32Tests {
  @Test(
    "is that of RFC 4648, section 10, without padding",
    arguments: zip(1...6, ["MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]))
  func vectors(_ length: Int, _ text: String) throws {
    let bytes = Array("foobar".utf8.prefix(length))
    #expect(Base32.standard.encode(try #require(SecretBytes(copying: bytes))) == text)
  }

  @Test("has groups of four characters")
  func groups() throws {
    let bytes = try #require(SecretBytes(copying: Array("foobar".utf8)))
    #expect(Base32.standard.encode(bytes, separator: "-") == "MZXW-6YTB-OI")
  }
}
