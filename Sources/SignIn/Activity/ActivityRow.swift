public import Identity

/// A row of the list of activity, ready to show.
public struct ActivityRow: Hashable, Sendable {
  /// The time of an attempt, in words.
  public enum Time: Hashable, Sendable {
    /// Within the last minute.
    case justNow
    /// That many minutes ago, less than an hour.
    case minutesAgo(Int)
    /// That many hours ago, less than a day.
    case hoursAgo(Int)
    /// Longer ago, or in the future by this machine's clock.
    case at(Timestamp)
  }

  /// The attempt's identifier.
  public let id: AttemptID
  /// The time in words, as of the moment the row was loaded.
  public let time: Time
  /// The time to the second.
  public let exactTime: Timestamp
  /// The outcome of the attempt.
  public let outcome: AttemptOutcome
  /// How many attempts or ended sessions the row stands for.
  public let times: Int
  /// The terminal that the attempt was made at.
  public let tty: String
  /// The host that the attempt came from.
  public let host: String
  /// The program that the user wanted to sign in for.
  public let program: String

  init(_ attempt: Attempt, now: Timestamp) {
    id = attempt.id
    exactTime = attempt.time
    outcome = attempt.outcome
    times = attempt.times
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
