import Identity

/// When progress is worth showing again: often enough that it is seen to go on, and not so often that it takes its time.
struct ProgressPace {
  private let pause: Duration
  /// Whether a tenth more has to be done as well, as far as that is known.
  private let goesByTenths: Bool
  private var last: ContinuousClock.Instant
  private var step: ImportProgress.Step?
  private var tenth = 0

  /// Drawn over what was there: ten times a second, and at each new step.
  static func drawn(at start: ContinuousClock.Instant) -> ProgressPace {
    ProgressPace(pause: .milliseconds(100), goesByTenths: false, last: start)
  }

  /// Lines below each other: each tenth of the work that takes a second or more; every ten seconds where nobody knows how
  /// much work there is. An import that is quick says nothing.
  static func lines(at start: ContinuousClock.Instant) -> ProgressPace {
    ProgressPace(pause: .seconds(1), goesByTenths: true, last: start)
  }

  /// Whether it is time to show that so much is done; then it is taken for shown.
  /// - Parameter percent: What is done of the step, nil where that is not known.
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

  private init(pause: Duration, goesByTenths: Bool, last: ContinuousClock.Instant) {
    self.pause = pause
    self.goesByTenths = goesByTenths
    self.last = last
  }
}
