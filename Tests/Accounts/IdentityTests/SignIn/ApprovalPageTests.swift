import Identity
import Testing

@Suite("The page of an approval elsewhere")
struct ApprovalPageTests {
  @Test(
    "has an address that everybody reads alike: https, or this machine",
    arguments: [
      "https://login.example.com/device", "HTTPS://Login.example.com:8443/device?a=b&c", "https://xn--exmple-cua.com",
      "http://localhost:8080/device", "http://127.0.0.1/", "http://[::1]:9/x",
    ])
  func address(text: String) { #expect(WebAddress(text)?.text == text) }

  @Test(
    "has no other address",
    arguments: [
      "", "login.example.com", "http://login.example.com/", "ftp://localhost/", "javascript://localhost/%0aalert(1)",
      "https://", "https:///device", "https://example.com@evil.example/", "https://example.com:80:80/",
      "https://example.com\\@evil.example/", "https://example.com/a b", "https://exämple.com/",
      "https://e.com/\u{1B}[2J",
      "https://e.com/\u{202E}", "https://e.com/#top", "https://localhost.:x/", "http://localhost.evil.example/",
      "http://127.0.0.1.evil.example/",
    ])
  func noAddress(text: String) { #expect(WebAddress(text) == nil) }

  @Test("has a complete address of the same site only")
  func origin() throws {
    #expect(try page(complete: "https://login.example.com/device?user_code=A") != nil)
    #expect(try page(complete: "https://LOGIN.example.com/device?user_code=A") != nil)
    for other in ["https://login.example.com:444/", "https://example.com/", "http://localhost/"] {
      #expect(try page(complete: other) == nil)
    }
  }

  @Test("has a code that can be typed", arguments: ["WDJB-MJHT", "0123.4567", "a", String(repeating: "A", count: 32)])
  func code(text: String) throws { #expect(try page(code: text)?.code == text) }

  @Test(
    "has no other code", arguments: ["", "WDJB MJHT", "ÄÖÜ", "A\u{1B}[31m", "A\n", String(repeating: "A", count: 33)])
  func noCode(text: String) throws { #expect(try page(code: text) == nil) }

  @Test("is good for a second to half an hour", arguments: [(0, false), (1, true), (1800, true), (1801, false)])
  func time(seconds: Int, isGood: Bool) throws { #expect(try (page(seconds: seconds) != nil) == isGood) }

  @Test(
    "has a title that shows what it is",
    arguments: [("Ümläut Corp", true), ("", false), ("a\u{202E}b", false), ("a\nb", false)])
  func title(text: String, isGood: Bool) throws { #expect(try (page(title: text) != nil) == isGood) }

  private func page(
    title: String? = nil, complete: String? = nil, code: String = "WDJB-MJHT", seconds: Int = 900
  ) throws -> ApprovalPage? {
    ApprovalPage(
      title: title, address: try #require(WebAddress("https://login.example.com/device")),
      completeAddress: try complete.map { try #require(WebAddress($0)) }, code: code, timeLimit: .seconds(seconds))
  }
}
