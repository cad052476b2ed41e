public import Secrets

/// What an owner sees of the log. The number of a row counts the rows of everybody, so an owner gets another one in its place.
/// See Decisions/0128-log-only-grows.md.
extension AttemptPage {
  /// The page as an owner sees it.
  /// - Parameter start: The place in the log where it was asked to begin.
  public func sealed(by key: LoginKey, after start: AttemptID?) -> AttemptPage {
    // A search that was cancelled would go on at the row of somebody else. For the owner it goes on after what it found.
    let next = next.map { next in attempts.last { $0.id == next }?.id ?? attempts.last?.id ?? start ?? .lastPlace }
    return AttemptPage(
      attempts: attempts.map { row in
        Attempt(
          id: row.id.sealed(by: key), time: row.time, email: row.email, outcome: row.outcome,
          source: row.source, times: row.times, until: row.until)
      }, next: next?.sealed(by: key))
  }
}

extension AttemptID {
  /// The identifier for which an owner has this one.
  public func opened(by key: LoginKey) -> AttemptID {
    AttemptID(time: time, number: key.open(number))
  }

  fileprivate func sealed(by key: LoginKey) -> AttemptID {
    AttemptID(time: time, number: key.seal(number))
  }

  /// A place after all rows.
  fileprivate static let lastPlace = AttemptID(
    time: Timestamp(milliseconds: .max), number: LoginKey.largestSealed)
}
