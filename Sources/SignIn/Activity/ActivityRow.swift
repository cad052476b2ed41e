public import Identity

/// A row of the list of activity, ready to show.
public struct ActivityRow: Hashable, Sendable {
  /// The day of an attempt in the user's time zone.
  public enum Day: Hashable, Sendable {
    case today
    case yesterday
    /// Another day of this year.
    case date(CalendarDate)
    /// A day of another year.
    case dateWithYear(CalendarDate)

    /// The day `date`, seen from the day `today`.
    init(_ date: CalendarDate, asOf today: CalendarDate) {
      self =
        switch today.number - date.number {
        case 0: .today
        case 1: .yesterday
        default: date.year == today.year ? .date(date) : .dateWithYear(date)
        }
    }
  }

  /// The attempt's identifier.
  public let id: AttemptID
  /// The day of the attempt, as of the moment the row was loaded.
  public let day: Day
  /// The time of the attempt in the user's time zone.
  public let time: CivilTime
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

  init(_ attempt: Attempt, at time: CivilTime, asOf today: CalendarDate) {
    id = attempt.id
    day = Day(time.date, asOf: today)
    self.time = time
    outcome = attempt.outcome
    times = attempt.times
    tty = attempt.source.tty
    host = attempt.source.host
    program = attempt.source.program
  }
}
