public import Identity

/// Why a sign-in at a provider comes to nothing. It holds no token, no code and no text of a person.
public struct OpenIDFault: Error, Sendable, Hashable {
  /// The request or the check that failed, for the administrator.
  public enum Step: String, Sendable, Hashable, CaseIterable {
    case settings, discovery, device, token, keys, userinfo, check
    case idToken = "id-token"
  }

  /// What the person is told, in one sentence of the form's.
  public let reason: ProviderFault
  /// Where it happened.
  public let step: Step
  /// What happened: a word of this program's, or an error code of OAuth.
  public let code: String
  /// A number that explains the code: a status of HTTP, an error of the client, or the seconds between two clocks.
  public let detail: Int?

  /// A fault.
  public init(_ reason: ProviderFault, _ step: Step, _ code: String, _ detail: Int? = nil) {
    self.reason = reason
    self.step = step
    self.code = code
    self.detail = detail
  }

  /// One line for a log, such as `step=token code=invalid_client detail=401`.
  public var line: String { "step=\(step.rawValue) code=\(code)" + (detail.map { " detail=\($0)" } ?? "") }
}

extension OpenIDFault {
  /// A failure of the network.
  init(_ failure: HTTPFailure, _ step: Step) {
    switch failure {
    case .unreachable(let code): self.init(.unreachable, step, "unreachable", Int(code))
    case .timeout: self.init(.unreachable, step, "timeout")
    case .certificate(let code): self.init(.certificate, step, "certificate", Int(code))
    case .tooLong: self.init(.unreachable, step, "answer-too-long")
    }
  }

  /// An answer of another status than 200, or without a JSON object.
  init(unreadable response: HTTPResponse, _ step: Step) {
    switch response.status {
    case 200: self.init(.unreachable, step, "not-json")
    case 300..<400: self.init(.misconfigured, step, "redirect", response.status)
    case 400..<500: self.init(.misconfigured, step, response.oauthError ?? "status", response.status)
    default: self.init(.unreachable, step, "status", response.status)
    }
  }
}

extension HTTPResponse {
  /// The error code of OAuth in it (RFC 6749, 5.2); nil unless it looks like one, so that it can be logged.
  var oauthError: String? {
    guard let error = json?["error"]?.text, (1...40).contains(error.utf8.count),
      error.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") })
    else { return nil }
    return error
  }
}

extension HTTP {
  /// Sends a request, and returns the object of the answer.
  func object(_ request: HTTPRequest, _ step: OpenIDFault.Step) throws(OpenIDFault) -> JSON {
    try answer(request, step).object
  }

  /// Sends a request, and returns the object of the answer and its date, in seconds since 1970.
  func answer(_ request: HTTPRequest, _ step: OpenIDFault.Step) throws(OpenIDFault) -> (object: JSON, date: Double?) {
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try send(request)
    } catch {
      throw OpenIDFault(error, step)
    }
    guard response.status == 200, let json = response.json else { throw OpenIDFault(unreadable: response, step) }
    return (json, response.date)
  }
}
