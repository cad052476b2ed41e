/// The sign-in before the newest one. The owner of an account sees it after signing in, and so notices a stranger.
public struct PreviousSignIn: Sendable, Hashable, Codable {
  /// The attempt that signed in; nil if too many came after it.
  public let attempt: Attempt?
  /// The number of failed attempts between the two sign-ins. If ``attempt`` is nil, there may be more.
  public let failures: Int

  /// A sign-in, and the number of failures since.
  public init(_ attempt: Attempt?, failures: Int) {
    self.attempt = attempt
    self.failures = failures
  }
}

extension AttemptLog {
  /// Returns the sign-in before the newest one among the attempts of `query`, or nil if there was only one. Only the
  /// newest 1,000 attempts are read.
  public func previousSignIn(in query: AttemptQuery) async throws(StoreError) -> PreviousSignIn? {
    let page = try await page(of: query, before: nil, limit: 1_000)
    let earlier = page.attempts.drop { $0.outcome != .signedIn }.dropFirst()
    let between = earlier.prefix { $0.outcome != .signedIn }
    let attempt = earlier.dropFirst(between.count).first
    guard attempt != nil || page.next != nil else { return nil }
    return PreviousSignIn(attempt, failures: between.reduce(0) { $0 + ($1.outcome.isFailure ? $1.times : 0) })
  }
}
