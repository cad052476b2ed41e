/// Which failures of a store are reported: the first one, the first other reason, and then one a minute. Reasons that take
/// turns would fill the log.
struct FailureRateLimit {
  private var reported: (reason: String, at: Duration)?
  private var hasChanged = false

  /// From one line to the next.
  static let interval = Duration.seconds(60)

  /// Whether a failure is reported.
  /// - Parameter now: A time that never goes back.
  mutating func allows(_ reason: String, at now: Duration) -> Bool {
    guard let reported else {
      self.reported = (reason, now)
      return true
    }
    let isChange = reported.reason != reason && !hasChanged
    guard isChange || now - reported.at >= Self.interval else { return false }
    if isChange { hasChanged = true }
    self.reported = (reason, now)
    return true
  }
}
