public import Identity
public import Secrets

/// The network, as a sign-in uses it.
public protocol HTTP {
  /// Sends a request, and waits for the whole answer. It follows no redirect, and checks the certificate.
  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse
}

/// A request to a provider: POST if it has a form, else GET.
public struct HTTPRequest: Sendable {
  /// The address.
  public let address: WebAddress
  /// The fields of a form (`application/x-www-form-urlencoded`).
  public let form: SecretBytes?
  /// The value of the header `Authorization`.
  public let authorization: SecretBytes?

  /// A request.
  public init(_ address: WebAddress, form: SecretBytes? = nil, authorization: SecretBytes? = nil) {
    self.address = address
    self.form = form
    self.authorization = authorization
  }
}

/// A whole answer.
public struct HTTPResponse: Sendable {
  /// The longest answer, in bytes: 1 MiB.
  public static let longestBody = 1_048_576

  /// The status.
  public let status: Int
  /// The body, which may hold tokens; nil if it is empty.
  public let body: SecretBytes?
  /// The time of the server (RFC 9110, 6.6.1), in seconds since 1970; nil if it doesn't say.
  public let date: Double?

  /// An answer.
  public init(status: Int, body: SecretBytes?, date: Double? = nil) {
    self.status = status
    self.body = body
    self.date = date
  }

  /// The object in the body; nil if it is anything else.
  var json: JSON? { body.flatMap { JSON($0) } }
}

/// Why there is no whole answer.
public enum HTTPFailure: Error, Sendable, Hashable {
  /// No connection, or one that broke. The number is the client's own.
  case unreachable(code: Int32)
  /// No answer in time.
  case timeout
  /// The certificate isn't valid for the host.
  case certificate(code: Int32)
  /// The answer is longer than ``HTTPResponse/longestBody``.
  case tooLong
}
