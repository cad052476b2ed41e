/// How long a submission has been under way.
public struct SubmissionProgress: Hashable, Sendable {
  /// The step of the spinner, one per ``interval``, from 0.
  public let step: Int

  /// Whole seconds, from ``secondsShownFrom`` on; nil before, when they would only distract.
  public var seconds: Int? {
    let elapsed = Int((Self.interval * step).components.seconds)
    return elapsed >= Self.secondsShownFrom ? elapsed : nil
  }

  static let interval = Duration.milliseconds(100)
  static let secondsShownFrom = 2
}
