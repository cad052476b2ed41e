import Foundation

/// A provider on this machine, with the pages of ``PlayedProvider``.
final class WebProvider: Sendable {
  private final class State: @unchecked Sendable {
    let lock = NSLock()
    var issuer = ""
    var polls = 0
    var isApproved = false
    var refuses = false
    var token = ""
    var isHolding = false
    var holdsUserinfo = false
    let release = DispatchSemaphore(value: 0)
  }

  private let state = State()
  private let server: PlayedServer
  let issuer: String

  init(deviceCode: String) throws {
    let key = try PlayedKey.usual.get()
    let keys = try #"{"keys":[\#(key.json())]}"#
    server = try PlayedServer(
      .pages { [state] request in
        let path = request.split(separator: " ").dropFirst().first ?? ""
        if path == "/userinfo", state.lock.withLock({ state.holdsUserinfo }) {
          state.lock.withLock { state.isHolding = true }
          state.release.wait()
        }
        return state.lock.withLock {
          let (status, body) = Self.page(path, state, key, keys, deviceCode)
          return "HTTP/1.1 \(status) Answer\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
        }
      })
    issuer = "http://127.0.0.1:\(server.port)"
    let issuer = issuer
    state.lock.withLock { state.issuer = issuer }
  }

  /// The polls that came.
  var polls: Int { state.lock.withLock { state.polls } }

  func approve() { state.lock.withLock { state.isApproved = true } }

  /// Leaves a request for more claims without an answer, and makes it necessary.
  func holdUserinfo() { state.lock.withLock { state.holdsUserinfo = true } }

  func releaseUserinfo() { state.release.signal() }

  /// Whether such a request waits.
  var isHolding: Bool { state.lock.withLock { state.isHolding } }

  /// The ID token that was given.
  var token: String { state.lock.withLock { state.token } }

  func refuseClient() { state.lock.withLock { state.refuses = true } }

  private static func page(
    _ path: Substring, _ state: State, _ key: PlayedKey, _ keys: String, _ deviceCode: String
  ) -> (status: Int, body: String) {
    switch path {
    case "/.well-known/openid-configuration":
      return (200, PlayedProvider.metadata().replacing(PlayedProvider.issuer, with: state.issuer))
    case "/keys": return (200, keys)
    case "/device" where state.refuses: return (401, #"{"error":"invalid_client"}"#)
    case "/device":
      let complete = state.issuer + "/activate?code=WDJB-MJHT"
      return (
        200,
        PlayedProvider.device(#""interval":1,"expires_in":600,"verification_uri_complete":"\#(complete)""#)
          .replacing(PlayedProvider.issuer, with: state.issuer).replacing("secret-device-code", with: deviceCode)
      )
    case "/token":
      state.polls += 1
      var changes: [String: String?] = ["iss": "\"\(state.issuer)\""]
      if state.holdsUserinfo { changes["email"] = .some(nil) }
      let claims = PlayedProvider.claims(changes, now: Date().timeIntervalSince1970)
      guard state.isApproved, let token = try? key.sign(claims) else {
        return (400, #"{"error":"authorization_pending"}"#)
      }
      state.token = token
      return (200, #"{"access_token":"secret-access-token","id_token":"\#(token)"}"#)
    case "/userinfo": return (200, #"{"sub":"248289761001"}"#)
    default: return (404, "{}")
    }
  }
}
