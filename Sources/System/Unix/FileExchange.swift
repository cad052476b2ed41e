internal import CUnix
internal import Glibc

/// Steps on files for which Swift has no name.
public enum FileExchange {
  /// Exchanges the files of two paths in one step.
  public static func exchange(_ one: String, _ other: String) throws(SystemError) {
    guard signin_exchange(one, other) == 0 else { throw SystemError(number: errno) }
  }

  /// Takes an exclusive lock on bytes of an open file, until the descriptor is closed.
  /// - Returns: Whether nobody else has a lock on them, not even this process.
  public static func lock(_ descriptor: Int32, _ bytes: Range<Int>) throws(SystemError) -> Bool {
    if signin_lock(descriptor, bytes.lowerBound, bytes.count) == 0 { return true }
    guard errno == EAGAIN || errno == EACCES else { throw SystemError(number: errno) }
    return false
  }
}
