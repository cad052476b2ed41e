import Foundation
import Identity
import OpenIDSettings
import Secrets

@testable import OpenID

/// A provider that answers what a test wrote down, and its clock, which moves only when somebody waits.
final class PlayedProvider: HTTP {
  typealias Answer = Result<HTTPResponse, HTTPFailure>

  let clock = PlayedClock()
  /// The answers of each path; the last one stays.
  var answers: [String: [Answer]] = [:]
  /// What was asked, as `PATH FORM`, with the header.
  private(set) var requests: [String] = []
  private(set) var headers: [String?] = []

  static let issuer = "https://id.example"

  init() {
    answers["/.well-known/openid-configuration"] = [.json(Self.metadata())]
    answers["/device"] = [.json(Self.device())]
    answers["/keys"] = [.json(#"{"keys":[]}"#)]
    answers["/token"] = [.error("authorization_pending")]
  }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let path = String(request.address.text.dropFirst(Self.issuer.count))
    let form = request.form.map { " " + $0.text } ?? ""
    requests.append(path + form)
    headers.append(request.authorization?.text)
    guard let answer = answers[path]?.first else { return HTTPResponse(status: 404, body: nil) }
    if answers[path]?.count != 1 { answers[path]?.removeFirst() }
    return try answer.get()
  }

  /// How often a path was asked.
  func count(_ path: String) -> Int { requests.count { $0 == path || $0.hasPrefix(path + " ") } }

  static func metadata(_ changes: [String: String?] = [:]) -> String {
    var fields: [String: String?] = [
      "issuer": issuer, "device_authorization_endpoint": issuer + "/device", "token_endpoint": issuer + "/token",
      "jwks_uri": issuer + "/keys", "userinfo_endpoint": issuer + "/userinfo",
    ]
    fields.merge(changes) { $1 }
    return "{" + fields.compactMap { name, value in value.map { #""\#(name)":"\#($0)""# } }.joined(separator: ",") + "}"
  }

  static func device(_ fields: String = #""interval":5,"expires_in":600"#) -> String {
    #"""
    {"device_code":"secret-device-code","user_code":"WDJB-MJHT","verification_uri":"https://id.example/activate",\#(fields)}
    """#
  }

  static func claims(_ changes: [String: String?] = [:], now: Double = PlayedClock.start) -> String {
    var fields: [String: String?] = [
      "iss": #""\#(issuer)""#, "sub": #""248289761001""#, "aud": #""signin""#, "exp": "\(Int(now) + 300)",
      "iat": "\(Int(now))", "email": #""ada@lovelace.example""#, "email_verified": "true",
    ]
    fields.merge(changes) { $1 }
    return "{" + fields.compactMap { name, value in value.map { #""\#(name)":\#($0)"# } }.joined(separator: ",") + "}"
  }

  /// Signs somebody in, who enters each code that is shown.
  func signIn(
    _ provider: OpenIDProvider = .played(), secret: String? = nil, show: (DeviceCode) -> Void = { _ in }
  ) -> Result<Person, OpenIDFault> {
    let secret = secret.flatMap { SecretBytes(copying: Array($0.utf8)) }
    return Result { () throws(OpenIDFault) in
      try DeviceLogin(at: provider, secret: secret, over: self, clock).run(show: show)
    }
  }
}

/// Time that passes only in waits.
final class PlayedClock: LoginClock {
  static let start = 1_800_000_000.0

  private(set) var waits: [Duration] = []
  var elapsed = Duration.seconds(1000)
  /// How far the system's clock is wrong, in seconds.
  var error = 0.0
  var now: Double { Self.start + error }

  func wait(_ pause: Duration) {
    waits.append(pause)
    elapsed += pause
  }
}

extension Result<HTTPResponse, HTTPFailure> {
  static func json(_ text: String, status: Int = 200) -> Self {
    .success(HTTPResponse(status: status, body: SecretBytes(copying: Array(text.utf8))))
  }

  static func error(_ code: String, status: Int = 400) -> Self { json(#"{"error":"\#(code)"}"#, status: status) }

  static func tokens(_ idToken: String) -> Self {
    json(#"{"access_token":"secret-access-token","token_type":"Bearer","id_token":"\#(idToken)"}"#)
  }
}

extension OpenIDProvider {
  static func played(
    _ issuer: String = PlayedProvider.issuer, groups: [String] = [], domains: [String] = [], trustsEmail: Bool = false,
    secondStep: [String] = []
  ) -> OpenIDProvider {
    OpenIDProvider(
      name: "test", issuer: WebAddress(issuer) ?? loopback, clientID: "signin", groups: groups, domains: domains,
      trustsEmail: trustsEmail, secondStep: secondStep)
  }

  private static var loopback: WebAddress {
    guard let address = WebAddress("http://127.0.0.1") else { preconditionFailure("The address is right.") }
    return address
  }
}

extension SecretBytes {
  var text: String {
    withBytes { String(decoding: UnsafeBufferPointer(start: $0, count: $1), as: UTF8.self) }
  }
}

extension Result where Failure == OpenIDFault {
  /// The fault, as it is logged.
  var line: String? {
    if case .failure(let fault) = self { fault.line } else { nil }
  }

  var reason: ProviderFault? {
    if case .failure(let fault) = self { fault.reason } else { nil }
  }
}
