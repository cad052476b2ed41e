import GRDB
import Identity
import Secrets

extension StoreError {
  /// What a person is told of an error of the database called `name`.
  init(_ error: any Error, at name: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError:
      self = Self.obstacle(behind: error, at: name) ?? Self.translate(error, at: name)
    // What is left are values that are not what their column says.
    default:
      self = .damaged(Reason("{path} holds what signin did not write; restore it from a backup", ["path": name]))
    }
  }

  /// Of a file that cannot be made or cannot grow SQLite says what it could not do, but not why.
  private static func obstacle(behind error: DatabaseError, at name: String) -> StoreError? {
    switch error.resultCode {
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY:
      DiskObstacle(at: name).map { .inputOutput($0.reason(at: name)) }
    default: nil
    }
  }

  private static func translate(_ error: DatabaseError, at name: String) -> StoreError {
    switch error.resultCode {
    case .SQLITE_NOTADB:
      .damaged(Reason("{path} is not a signin store; name another one, or move the file away", ["path": name]))
    case .SQLITE_CORRUPT:
      .damaged(Reason("{path} is damaged; restore it from a backup", ["path": name]))
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      .unreachable(Reason("{path} has been kept busy by other programs; try again", ["path": name]))
    case .SQLITE_FULL:
      .inputOutput(Reason("{path} cannot be written: the disk is full; free some space", ["path": name]))
    case .SQLITE_READONLY:
      .inputOutput(Reason("{path} cannot be written: it is read-only", ["path": name]))
    case .SQLITE_IOERR:
      .inputOutput(
        Reason("{path} cannot be read or written: input/output error; look at the state of the disk", ["path": name]))
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      .unreachable(
        Reason("{path} cannot be opened; see whether you may read and write it and its directory", ["path": name]))
    case .SQLITE_NOMEM:
      .unreachable(
        Reason(
          "there is not enough memory to open {path}; close other programs and try again", ["path": name]))
    default:
      // Tables that are not as we made them: code 1 for a missing one, 19 for a broken rule, and the like.
      .damaged(
        Reason(
          "{path} does not work as a signin store (SQLite error {number})",
          ["path": name, "number": String(error.extendedResultCode.rawValue)]))
    }
  }
}
