public import Identity

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
