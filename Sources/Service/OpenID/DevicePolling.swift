internal import Identity

/// The rules of polling (RFC 8628, 3.4 and 3.5), without a clock: it is given what happened, and says what is next.
public struct DevicePolling: Sendable, Hashable {
  /// What came of a poll.
  public enum Event: Sendable, Hashable {
    /// `authorization_pending`.
    case pending
    /// `slow_down`.
    case slowDown
    /// No connection, or no answer in time.
    case noAnswer
    /// A status of 500 or more, or an answer that can't be read.
    case garbage(status: Int)
    /// `expired_token`.
    case expired
    /// Another error code, of a status.
    case error(code: String, status: Int)
  }

  /// What is to be done.
  public enum Step: Sendable, Hashable {
    /// Wait so long, then poll.
    case wait(Duration)
    /// The code has ended: ask for a new one.
    case renew
    /// Stop.
    case stop(OpenIDFault)
  }

  /// The time between two polls.
  public private(set) var interval: Duration
  private let end: Duration
  private var garbage = 0

  static let slowDown = Duration.seconds(5)
  static let mostGarbage = 3
  private static let longestPause = Duration.seconds(60)

  /// - Parameters:
  ///   - code: The code that is polled for.
  ///   - now: The time of its answer.
  public init(_ code: DeviceCode, from now: Duration) {
    interval = code.interval
    end = now + code.lifetime
  }

  /// The first step: the person needs some time in any case.
  public func begin(at now: Duration) -> Step { pause(at: now) }

  /// The step after a poll.
  public mutating func step(after event: Event, at now: Duration) -> Step {
    if case .garbage = event { garbage += 1 } else { garbage = 0 }
    switch event {
    case .pending: break
    case .slowDown: interval += Self.slowDown
    case .noAnswer: interval = max(interval, min(interval * 2, Self.longestPause))
    case .garbage(let status):
      guard garbage < Self.mostGarbage else { return .stop(OpenIDFault(.unreachable, .token, "garbage", status)) }
    case .expired: return .renew
    // Entra's name for it is another.
    case .error(let code, let status) where ["access_denied", "authorization_declined"].contains(code):
      return .stop(OpenIDFault(.denied, .token, code, status))
    case .error(let code, let status): return .stop(OpenIDFault(.misconfigured, .token, code, status))
    }
    return pause(at: now)
  }

  /// A code ends here too, whatever the server says: the person sees how long it is good.
  private func pause(at now: Duration) -> Step {
    let rest = end - now
    return rest > .zero && interval <= rest ? .wait(interval) : rest > .zero ? .wait(rest) : .renew
  }
}

extension DevicePolling.Event {
  /// What an answer without tokens means: only known codes go on (RFC 8628, 3.5). Their status is 400, but Google's are 428
  /// and 403.
  init(_ response: HTTPResponse) {
    switch (response.status, response.oauthError) {
    case (400..<500, "authorization_pending"?): self = .pending
    case (400..<500, "slow_down"?): self = .slowDown
    case (400..<500, "expired_token"?): self = .expired
    case (400..<500, let code?): self = .error(code: code, status: response.status)
    case (300..<400, _): self = .error(code: "redirect", status: response.status)
    default: self = .garbage(status: response.status)
    }
  }
}
