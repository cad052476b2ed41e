import Foundation

/// A provider on this machine, with the pages of ``PlayedProvider``.
final class WebProvider: Sendable {
  private final class State: @unchecked Sendable {
    let lock = NSLock()
    var issuer = ""
    var polls = 0
    var isApproved = false
    var refuses = false
  }

  private let state = State()
  private let server: PlayedServer
  let issuer: String

  init(deviceCode: String) throws {
    let key = try PlayedKey.usual.get()
    let keys = try #"{"keys":[\#(key.json())]}"#
    server = try PlayedServer(
      .pages { [state] request in
        state.lock.withLock {
          let path = request.split(separator: " ").dropFirst().first ?? ""
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
      let claims = PlayedProvider.claims(["iss": #""\#(state.issuer)""#], now: Date().timeIntervalSince1970)
      guard state.isApproved, let token = try? key.sign(claims) else {
        return (400, #"{"error":"authorization_pending"}"#)
      }
      return (200, #"{"access_token":"secret-access-token","id_token":"\#(token)"}"#)
    case "/userinfo": return (200, #"{"sub":"248289761001"}"#)
    default: return (404, "{}")
    }
  }
}
