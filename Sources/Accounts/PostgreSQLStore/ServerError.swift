internal import Identity

/// An error of a connection, or one that the server reports.
enum ServerError: Error, Hashable {
  /// The server refused a statement, with that SQLSTATE.
  case refused(SQLState)
  /// No connection could be made.
  case notReached
  /// The connection broke, or the server said something senseless.
  case lost
  /// The server did not answer in time.
  case tooSlow
  /// An account got another email between two statements.
  case renamed
  /// The answer to a COMMIT is not known, and cannot be.
  case uncertain

  /// The SQLSTATE of the server; nil if it gave none.
  var state: SQLState? { if case .refused(let state) = self { state } else { nil } }

  /// Whether the server undid a transaction for the sake of another.
  var isConflict: Bool {
    switch self {
    case .refused(let state): ["40001", "40P01"].contains(state.text)
    case .renamed: true
    case .notReached, .lost, .tooSlow, .uncertain: false
    }
  }

  /// Whether the same transaction may succeed in another attempt, as nothing of it was kept. If the tables are gone, only
  /// a new connection finds out why.
  var isTransient: Bool {
    switch self {
    case .refused(let state): isConflict || state.isShutdown || ["42P01", "3F000"].contains(state.text)
    case .notReached, .lost, .renamed: true
    case .tooSlow, .uncertain: false
    }
  }
}

extension SQLState {
  /// Whether the server ends, starts, or is no longer the primary.
  var isShutdown: Bool { text.hasPrefix("57P") || text.hasPrefix("08") || text == "25006" }
}

extension StoreError {
  /// The meaning of `error` for the caller, from the server called `name`.
  init(_ error: any Error, at name: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as ServerError: self = .database(DatabaseFault(error), path: name)
    // The errors left are values that make no sense.
    default: self = .damaged(.foreignValue, path: name)
    }
  }
}

extension DatabaseFault {
  fileprivate init(_ error: ServerError) {
    self =
      switch error {
      case .notReached: .notReached
      case .lost: .lost
      case .tooSlow: .tooSlow
      case .uncertain: .uncertain
      case .renamed: .busy
      case .refused(let state):
        switch state.text {
        case "28000", "28P01", "3D000", "42501": .notAllowed
        case "25006": .readOnly
        case "53100": .full
        case "42P01", "3F000", "42883", "42703": .noTables
        case "55P03", "53300", "57014", "40001", "40P01": .busy
        case let text where text.hasPrefix("57P"): .notReached
        case let text where text.hasPrefix("08"): .lost
        default: .failed(state)
        }
      }
  }
}
