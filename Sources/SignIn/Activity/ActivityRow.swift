public import Identity

/// A line of the list of activity, ready to be shown.
public struct ActivityRow: Hashable, Sendable {
  /// When it was.
  public enum Time: Hashable, Sendable {
    /// Within the last minute.
    case justNow
    /// That many minutes ago, less than an hour.
    case minutesAgo(Int)
    /// That many hours ago, less than a day.
    case hoursAgo(Int)
    /// Longer ago, or later than now by the clock of this machine.
    case at(Timestamp)
  }

  /// Which attempt it is.
  public let id: AttemptID
  /// When it was, as it was said when the row came.
  public let time: Time
  /// When it was, to the second.
  public let exactTime: Timestamp
  /// What became of it.
  public let outcome: AttemptOutcome
  /// The terminal it was made at.
  public let tty: String
  /// Where it came from.
  public let host: String
  /// What somebody wanted to sign in for.
  public let program: String

  init(_ attempt: Attempt, now: Timestamp) {
    id = attempt.id
    exactTime = attempt.time
    outcome = attempt.outcome
    tty = attempt.source.tty
    host = attempt.source.host
    program = attempt.source.program
    time =
      switch now.since(attempt.time).wholeMilliseconds / 1_000 {
      case ..<0: .at(attempt.time)
      case ..<60: .justNow
      case let seconds where seconds < 3_600: .minutesAgo(Int(seconds / 60))
      case let seconds where seconds < 86_400: .hoursAgo(Int(seconds / 3_600))
      default: .at(attempt.time)
      }
  }
}
