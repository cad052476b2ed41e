import GRDB
import Identity

extension StoreError {
  /// What a person is told of an error of the database called `name`.
  init(_ error: any Error, at name: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError:
      self = Self.obstacle(behind: error, at: name) ?? Self.translate(error, at: name)
    // What is left are values that are not what their column says.
    default: self = .damaged("\(name) holds what signin did not write; restore it from a backup")
    }
  }

  /// Of a file that cannot be made or cannot grow SQLite says what it could not do, but not why.
  private static func obstacle(behind error: DatabaseError, at name: String) -> StoreError? {
    switch error.resultCode {
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY:
      DiskObstacle(at: name).map { .inputOutput("\(name) cannot be written: \($0.rawValue)") }
    default: nil
    }
  }

  private static func translate(_ error: DatabaseError, at name: String) -> StoreError {
    switch error.resultCode {
    case .SQLITE_NOTADB:
      .damaged("\(name) is not a signin store; name another one, or move the file away")
    case .SQLITE_CORRUPT:
      .damaged("\(name) is damaged; restore it from a backup")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      .unreachable("\(name) has been kept busy by other programs; try again")
    case .SQLITE_FULL:
      .inputOutput("\(name) cannot be written: the disk is full; free some space")
    case .SQLITE_READONLY:
      .inputOutput("\(name) cannot be written: it is read-only")
    case .SQLITE_IOERR:
      .inputOutput("\(name) cannot be read or written: input/output error; look at the state of the disk")
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      .unreachable("\(name) cannot be opened; see whether you may read and write it and its directory")
    case .SQLITE_NOMEM:
      .unreachable("there is not enough memory to open \(name); close other programs and try again")
    default:
      // Tables that are not as we made them: code 1 for a missing one, 19 for a broken rule, and the like.
      .damaged("\(name) does not work as a signin store (SQLite error \(error.extendedResultCode.rawValue))")
    }
  }
}
