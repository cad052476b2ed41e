/// Which failures of a store are told: the first one, the first other reason, and then one a minute. Reasons that take
/// turns would fill the log.
struct FailurePace {
  private var told: (reason: String, at: Duration)?
  private var hasChanged = false

  /// From one line to the next.
  static let interval = Duration.seconds(60)

  /// Whether a failure is told.
  /// - Parameter now: A time that never goes back.
  mutating func tells(_ reason: String, at now: Duration) -> Bool {
    guard let told else {
      self.told = (reason, now)
      return true
    }
    let isChange = told.reason != reason && !hasChanged
    guard isChange || now - told.at >= Self.interval else { return false }
    if isChange { hasChanged = true }
    self.told = (reason, now)
    return true
  }
}
