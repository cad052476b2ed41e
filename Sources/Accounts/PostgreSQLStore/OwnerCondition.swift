internal import Identity

/// Finds the account of a user who has signed in, as long as they are its owner.
struct OwnerCondition {
  /// One row with the newest row of the log that is not theirs yet, `since`; no row once they are no longer the owner.
  let query: Statement

  /// - Parameters:
  ///   - clock: The clock of a test. Nil for the server's own.
  ///   - first: The number of its first value in the statement that it becomes a part of.
  init(_ owner: Owner, at clock: (any WallClock)?, firstValue first: Int = 1) {
    var values = [Value(owner.email.key)]
    func value(_ value: Value) -> String {
      values.append(value)
      return "$\(first + values.count - 1)"
    }
    let condition =
      switch owner.standing {
      case .account(let id, let revision): "owned.id = \(value(Value(id))) AND revision = \(value(Value(revision)))"
      case .session(let session):
        """
        owned.id = (SELECT account FROM signin.session WHERE session.id = \(value(Value(session.text)))
          AND expires > \(clock.map { "signin.at(\(value(Value($0.now().milliseconds))))" } ?? "clock_timestamp()"))
        """
      }
    query = Statement(
      "SELECT since FROM signin.account AS owned WHERE owned.key = $\(first) AND NOT locked AND \(condition)", values)
  }
}
