public import Identity

/// A moment in the user's time zone, seen from the current day.
public struct DisplayTime: Hashable, Sendable {
  /// The moment.
  public let time: CivilTime
  /// Whether it is today, so that its time is enough.
  public let isToday: Bool
  /// Whether it is in this year, so that its date needs no year.
  public let isThisYear: Bool

  /// A moment with the given properties.
  public init(time: CivilTime, isToday: Bool, isThisYear: Bool) {
    (self.time, self.isToday, self.isThisYear) = (time, isToday, isThisYear)
  }
}

/// Another session of the account, ready to show. Its texts come from outside, so a view cleans them.
public struct SessionRow: Hashable, Sendable {
  /// The name of the session.
  public let id: SessionID
  /// The terminal, empty if there was none or it is not known.
  public let tty: String
  /// The host that the user sat at, empty if it is not known.
  public let host: String
  /// The program that the sign-in guarded, empty if it is not known.
  public let program: String
  /// When it was opened.
  public let since: DisplayTime

  init(_ session: Session, opened since: DisplayTime) {
    id = session.id
    tty = session.place?.tty ?? ""
    host = session.place?.host ?? ""
    program = session.place?.program ?? ""
    self.since = since
  }

  /// The terminal, or else the host.
  public var place: String { tty.isEmpty ? host : tty }
}
