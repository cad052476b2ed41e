internal import CCurl
internal import Identity
public import OpenID
internal import Secrets

/// The network by libcurl: one request after another, each with a connection of its own, because there are seconds between
/// them.
public final class CurlClient: HTTP {
  /// libcurl could not be started.
  public struct NotStarted: Error {
    /// libcurl's own number.
    public let code: Int32
  }

  private let agent: String
  private let timeout: Duration
  /// The bodies of the answers, one after another. They may hold tokens.
  private let scratch: GuardedMemory

  /// - Parameters:
  ///   - agent: The name of this program, for the log of the server.
  ///   - timeout: The time for a whole answer.
  public init(agent: String, timeout: Duration = .seconds(5)) throws(NotStarted) {
    let error = signin_request_prepare()
    guard error == 0, let scratch = GuardedMemory(byteCount: HTTPResponse.longestBody) else {
      throw NotStarted(code: error)
    }
    self.agent = agent
    self.timeout = timeout
    self.scratch = scratch
  }

  /// Sends a request, and waits for the answer.
  public func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    var header: GuardedMemory?
    if let authorization = request.authorization {
      header = Self.line("Authorization: ", authorization)
      guard header != nil else { throw .unreachable(code: 0) }
    }
    defer { scratch.wipe(first: HTTPResponse.longestBody) }
    return try answer(request, authorization: header?.start)
  }

  private func answer(
    _ request: HTTPRequest, authorization: UnsafeMutableRawPointer?
  ) throws(HTTPFailure) -> HTTPResponse {
    var raw = signin_request()
    var error: Int32 = 0
    raw.authorization = authorization?.assumingMemoryBound(to: CChar.self)
    raw.is_encrypted = request.address.origin.isEncrypted ? 1 : 0
    raw.timeout_milliseconds = Int(timeout / .milliseconds(1))
    raw.body = scratch.start.assumingMemoryBound(to: UInt8.self)
    raw.body_limit = HTTPResponse.longestBody
    let result = request.address.text.withCString { address in
      agent.withCString { agent in
        (raw.address, raw.agent) = (address, agent)
        guard let form = request.form else { return signin_request_send(&raw, &error) }
        return form.withBytes { start, count in
          (raw.form, raw.form_count) = (start, count)
          return signin_request_send(&raw, &error)
        }
      }
    }
    switch result {
    case SIGNIN_REQUEST_ANSWERED: break
    case SIGNIN_REQUEST_TIMEOUT: throw .timeout
    case SIGNIN_REQUEST_CERTIFICATE: throw .certificate(code: error)
    case SIGNIN_REQUEST_TOO_LONG: throw .tooLong
    default: throw .unreachable(code: error)
    }
    let body = UnsafeRawBufferPointer(start: scratch.start, count: raw.body_count)
    return HTTPResponse(
      status: Int(raw.status),
      body: SecretBytes(count: raw.body_count) { place in
        place.copyMemory(from: body)
        return true
      },
      date: raw.date < 0 ? nil : Double(raw.date))
  }

  /// A line of a header, and a NUL.
  private static func line(_ name: StaticString, _ value: SecretBytes) -> GuardedMemory? {
    let name = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    guard let memory = GuardedMemory(byteCount: name.count + value.count + 1) else { return nil }
    let place = UnsafeMutableRawBufferPointer(start: memory.start, count: memory.byteCount)
    place.copyMemory(from: name)
    value.withBytes { start, count in
      UnsafeMutableRawBufferPointer(rebasing: place[name.count...])
        .copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
    }
    return memory
  }
}
