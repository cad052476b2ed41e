import CSQLite
import Glibc
import SQLite
import Identity

extension StoreError {
  /// The meaning of `error` for the caller, from the database called `name`.
  /// - Parameter path: A file on the same disk, if that is another one.
  init(_ error: any Error, at name: String, onDiskOf path: String? = nil) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError:
      if error.isOfLock, let number = Self.refusalOfLocks(beside: path ?? name) {
        self = .unreachable(.refused(.open, errorNumber: number), path: name)
      } else {
        self =
          DiskProblem(behind: error, at: path ?? name).map { .inputOutput($0, path: name) } ?? Self(error, path: name)
      }
    // The errors left are values of another type, or without a meaning.
    default: self = .damaged(.foreignValue, path: name)
    }
  }

  /// The errno with which the disk of `path` refuses locks; nil if it grants them. SQLite takes each refusal of fcntl(2) for
  /// the lock of another program, and drops the number.
  static func refusalOfLocks(beside path: String) -> Int32? {
    guard access(path, F_OK) == 0 else { return nil }
    // Not the store itself: closing a descriptor of it would end SQLite's locks on it.
    let probe = path + "-probe"
    // Only a file of its own is made, and removed again.
    let file = open(probe, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    unlink(probe)
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    guard fcntl(file, F_SETLK, &lock) != 0 else { return nil }
    let number = errno
    return [ENOLCK, ENOSYS, EOPNOTSUPP].contains(number) ? number : nil
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

extension DatabaseError {
  /// Whether the system has refused a lock.
  fileprivate var isOfLock: Bool {
    primaryCode == SQLITE_BUSY || primaryCode == SQLITE_PROTOCOL || primaryCode == SQLITE_IOERR
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
