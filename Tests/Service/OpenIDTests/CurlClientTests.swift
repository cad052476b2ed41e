import Curl
import Foundation
import Identity
import OpenIDSettings
import Secrets
import Testing

@testable import OpenID

@Suite("Requests by libcurl")
struct CurlClientTests {
  private func send(
    _ address: String, form: String? = nil, authorization: String? = nil, within time: Duration = .seconds(60)
  ) throws -> Result<HTTPResponse, HTTPFailure> {
    let client = try CurlClient(agent: "test", timeout: time)
    let address = try #require(WebAddress(address))
    func secret(_ text: String?) -> SecretBytes? { text.flatMap { SecretBytes(copying: Array($0.utf8)) } }
    return Result { () throws(HTTPFailure) in
      try client.send(HTTPRequest(address, form: secret(form), authorization: secret(authorization)))
    }
  }

  private func answer(_ manner: PlayedServer.Manner) throws -> Result<HTTPResponse, HTTPFailure> {
    let server = try PlayedServer(manner)
    return try send("http://127.0.0.1:\(server.port)/x")
  }

  @Test func `A form and a header arrive as they are`() throws {
    let server = try PlayedServer(
      .answer("HTTP/1.1 400 Bad\r\nContent-Length: 2\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n{}"))
    let response = try send(
      "http://127.0.0.1:\(server.port)/token?x=1", form: "a=b%20c&d=e", authorization: "Basic c2VjcmV0"
    ).get()
    #expect(response.status == 400)
    #expect(response.body?.text == "{}")
    #expect(response.date == 784_111_777)
    let lines = server.requests[0].components(separatedBy: "\r\n")
    #expect(lines.first == "POST /token?x=1 HTTP/1.1")
    #expect(lines.last == "a=b%20c&d=e")
    #expect(lines.contains("Authorization: Basic c2VjcmV0"))
    #expect(lines.contains("Content-Type: application/x-www-form-urlencoded"))
    #expect(lines.contains("Accept: application/json"))
  }

  @Test func `A redirect is not followed`() throws {
    let other = try PlayedServer(.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
    let response = try answer(
      .answer("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n\r\n"))
    #expect(try response.get().status == 302)
    #expect(other.requests.isEmpty)
  }

  @Test func `A server that says nothing is given up in time`() throws {
    let server = try PlayedServer(.silence)
    let result = try send("http://127.0.0.1:\(server.port)/", within: .milliseconds(200))
    #expect(throws: HTTPFailure.timeout) { try result.get() }
  }

  @Test func `An answer that comes byte by byte is given up in time, though it never pauses`() throws {
    let server = try PlayedServer(
      .drip("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "x", count: 100_000)))
    var result = try send("http://127.0.0.1:\(server.port)/", within: .milliseconds(500))
    // On a busy machine nothing may have come by then.
    if server.sent == 0 { result = try send("http://127.0.0.1:\(server.port)/", within: .seconds(20)) }
    #expect(throws: HTTPFailure.timeout) { try result.get() }
    #expect(server.sent > 0)
  }

  @Test func `An answer that breaks off in the middle is none`() throws {
    let result = try answer(.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":"))
    #expect(throws: HTTPFailure.unreachable(code: 18)) { try result.get() }
  }

  @Test(arguments: ["Content-Length: 104857600\r\n", ""])
  func `A hundred megabytes are not read to their end`(_ length: String) throws {
    let server = try PlayedServer(.flood("HTTP/1.1 200 OK\r\n\(length)\r\n", bytes: 104_857_600))
    let result = try send("http://127.0.0.1:\(server.port)/")
    #expect(throws: HTTPFailure.tooLong) { try result.get() }
    #expect(server.sent < 20_000_000)
  }

  @Test func `A megabyte is read`() throws {
    let text = String(repeating: "x", count: HTTPResponse.longestBody)
    let result = try answer(.answer("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n" + text))
    #expect(try result.get().body?.count == HTTPResponse.longestBody)
  }

  @Test func `Nobody at a port, and plain text in the place of TLS, are unreachable`() throws {
    let closed = try send("http://127.0.0.1:1/")
    #expect(throws: HTTPFailure.unreachable(code: 7)) { try closed.get() }
    let server = try PlayedServer(.speech("HTTP/1.1 200 OK\r\n\r\n{}"))
    let result = try send("https://127.0.0.1:\(server.port)/", within: .seconds(10))
    #expect { try result.get() } throws: { error in
      if case .unreachable? = error as? HTTPFailure { true } else { false }
    }
  }

  @Test func `Pages in the place of an answer end a sign-in with a sentence`() throws {
    let server = try PlayedServer(.answer("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>Sign in</html>"))
    let provider = OpenIDProvider(
      name: "test", issuer: try #require(WebAddress("http://127.0.0.1:\(server.port)")), clientID: "signin")
    let result = Result { () throws(OpenIDFault) in
      try DeviceLogin(at: provider, secret: nil, over: try network(), PlayedClock()).run { _ in }
    }
    #expect(result.line == "step=discovery code=not-json")
  }

  private func network() throws(OpenIDFault) -> CurlClient {
    do throws(CurlClient.NotStarted) {
      return try CurlClient(agent: "test")
    } catch {
      throw OpenIDFault(.unreachable, .discovery, "curl")
    }
  }

  @Test func `A certificate that nobody vouches for is refused`() throws {
    let server = try EncryptedServer()
    let result = try send("https://localhost:\(server.port)/", within: .seconds(30))
    #expect(throws: HTTPFailure.certificate(code: 60)) { try result.get() }
  }
}
