import Identity

/// Decides when to show progress again: often enough to be seen moving, and rarely enough to take little time.
struct ProgressPace {
  private let pause: Duration
  /// Whether another tenth of the work must be done as well, if the amount of work is known.
  private let goesByTenths: Bool
  private var last: ContinuousClock.Instant
  private var step: ImportProgress.Step?
  private var tenth = 0

  /// For a line that is redrawn in place: ten times a second, and at each new step.
  static func drawn(at start: ContinuousClock.Instant) -> ProgressPace {
    ProgressPace(pause: .milliseconds(100), goesByTenths: false, last: start)
  }

  /// For lines below each other: after each tenth of the work, at most once a second. Every ten seconds if the amount
  /// of work is unknown. A quick import shows nothing.
  static func lines(at start: ContinuousClock.Instant) -> ProgressPace {
    ProgressPace(pause: .seconds(1), goesByTenths: true, last: start)
  }

  /// Whether to show progress now. If so, it counts as shown.
  /// - Parameter percent: The part of the step that is done; nil if it is unknown.
  mutating func isDue(_ percent: Int?, step: ImportProgress.Step, at now: ContinuousClock.Instant) -> Bool {
    let isNew = step != self.step
    if isNew { (self.step, tenth) = (step, 0) }
    let elapsed = last.duration(to: now)
    if goesByTenths {
      guard elapsed >= (percent == nil ? pause * 10 : pause), percent.map({ $0 / 10 > tenth }) ?? true else {
        return false
      }
    } else {
      guard isNew || elapsed >= pause else { return false }
    }
    last = now
    tenth = percent.map { $0 / 10 } ?? 0
    return true
  }
}
