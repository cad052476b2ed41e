import CSQLite
import SQLite
import Identity

extension StoreError {
  /// The meaning of `error` for the caller, from the database called `name`.
  /// - Parameter path: A file on the same disk, if that is another one.
  init(_ error: any Error, at name: String, onDiskOf path: String? = nil) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError:
      self =
        DiskProblem(behind: error, at: path ?? name).map { .inputOutput($0, path: name) } ?? Self(error, path: name)
    // The errors left are values of another type, or without a meaning.
    default: self = .damaged(.foreignValue, path: name)
    }
  }

  private init(_ error: DatabaseError, path: String) {
    self =
      switch error.primaryCode {
      case SQLITE_NOTADB: .damaged(.notStore, path: path)
      case SQLITE_CORRUPT: .damaged(.corrupt, path: path)
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_INTERRUPT: .unreachable(.busy, path: path)
      case SQLITE_FULL: .inputOutput(.full, path: path)
      case SQLITE_READONLY: .inputOutput(.readOnlyFile, path: path)
      case SQLITE_IOERR: .inputOutput(.failing, path: path)
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .unreachable(.notOpened, path: path)
      case SQLITE_NOMEM: .unreachable(.outOfMemory, path: path)
      // The tables are not ours: code 1 for a missing one, 19 for a broken constraint, and the like.
      default: .damaged(.unusable(sqliteError: error.code), path: path)
      }
  }
}

extension StoreError.DiskProblem {
  /// The disk problem behind `error`. SQLite reports that a file cannot be made or cannot grow, but not why.
  fileprivate init?(behind error: DatabaseError, at path: String) {
    switch error.primaryCode {
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY: self.init(at: path)
    default: return nil
    }
  }
}
