import Identity
import Testing

@Suite("The page of an approval elsewhere")
struct ApprovalPageTests {
  @Test(
    "has an address that everybody reads alike: https, or this machine",
    arguments: [
      "https://login.example.com/device", "HTTPS://Login.example.com:8443/device?a=b&c", "https://xn--exmple-cua.com",
      "http://localhost:8080/device", "http://127.0.0.1/", "http://127.255.0.254", "http://[::1]:9/x", "https://[::1]",
      "https://[2001:DB8::1.2.3.4]:443/", "https://e.com:1", "https://e.com:65535/~!x", "https://e.com?q",
      "https://a-b.c9", "https://\(String(repeating: "a", count: 253))/",
      "https://e.com/" + String(repeating: "x", count: 1010),
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
      "http://127.0.0.1.evil.example/", "http://127.0.0.01/", "http://127.0.0.256/", "http://127.0.1/",
      "http://127..0.0.1/", "http://127.0.0.1./",
      "http://128.0.0.1/", "http://[::2]/", "http://[::1/", "https://[::g]/", "https://[]/", "https://[:]/",
      "https://e.com:0/", "https://e.com:080/", "https://e.com:65536/", "https://e.com:/", "https://e_.com/",
      "https://e.com/\u{7F}", "https://e.com/\"", "https://e.com/{x}", "htt://localhost/",
      "https://\(String(repeating: "a", count: 254))/", "https://e.com/" + String(repeating: "x", count: 1011),
    ])
  func noAddress(text: String) { #expect(WebAddress(text) == nil) }

  @Test(
    "is on a server that its scheme, its host in any case and its port tell",
    arguments: [
      ("HTTPS://Login.Example.com/Device", "login.example.com", 443, true, "/Device", false),
      ("https://e.com:8443?a=/b", "e.com", 8443, true, "", true),
      ("http://LocalHost/x?y", "localhost", 80, false, "/x", true),
      ("http://[::1]:9", "[::1]", 9, false, "", false),
    ] as [(String, String, UInt16, Bool, String, Bool)])
  func server(text: String, host: String, port: UInt16, isEncrypted: Bool, path: String, hasQuery: Bool) throws {
    let address = try #require(WebAddress(text))
    #expect(address.origin.host == host)
    #expect(address.origin.port == port)
    #expect(address.origin.isEncrypted == isEncrypted)
    #expect(address.path == path)
    #expect(address.hasQuery == hasQuery)
    #expect("\(address)" == text)
  }

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
    arguments: [
      (String(repeating: "t", count: 64), true), (String(repeating: "t", count: 65), false),
      ("Ümläut Corp", true), ("X", true), ("", false), ("a\u{202E}b", false), ("a\nb", false),
    ])
  func title(text: String, isGood: Bool) throws { #expect(try (page(title: text) != nil) == isGood) }

  @Test("has an address of at most 200 bytes, and twice that with the code in it")
  func long() throws {
    func address(_ count: Int) throws -> WebAddress {
      try #require(WebAddress("https://e.com/" + String(repeating: "x", count: count - 14)))
    }
    func page(_ count: Int, complete: Int? = nil) throws -> ApprovalPage? {
      ApprovalPage(
        address: try address(count), completeAddress: try complete.map(address), code: "A", timeLimit: .seconds(9))
    }
    #expect(try page(200, complete: 400) != nil)
    #expect(try page(201) == nil)
    #expect(try page(200, complete: 401) == nil)
    #expect(try page(200)?.scanned == address(200))
    #expect(try page(200, complete: 300)?.scanned == address(300))
  }

  private func page(
    title: String? = nil, complete: String? = nil, code: String = "WDJB-MJHT", seconds: Int = 900
  ) throws -> ApprovalPage? {
    ApprovalPage(
      title: title, address: try #require(WebAddress("https://login.example.com/device")),
      completeAddress: try complete.map { try #require(WebAddress($0)) }, code: code, timeLimit: .seconds(seconds))
  }
}
