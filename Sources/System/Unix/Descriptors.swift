internal import CUnix
internal import Glibc

/// The process's open files.
public enum Descriptors {
  /// Makes exec(3) close every descriptor but standard input, output and error. If exec fails they stay open, because
  /// other threads may be using them.
  /// - Returns: False on failure; errno is set.
  public static func closeOnExec() -> Bool { signin_descriptors_close_on_exec() == 0 }

  /// Raises the limit of open files to the highest one that the system allows, if it can.
  /// - Returns: The limit in force; `Int.max` for none.
  public static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
    var highest = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &highest) == 0 { limit = highest }
    return Int(exactly: limit.rlim_cur) ?? .max
  }

  /// Returns a descriptor, at least 3 and not in use before, from which `line` can be read once. It is the end of a
  /// pipe, so the line is in the kernel's memory only and in no file. Call ``closeOnExec()`` before executing anything.
  /// - Parameter line: At most as many bytes as a pipe takes at once, 4,096.
  public static func reading(_ line: [UInt8]) throws(SystemError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(number: errno) }
    let count = line.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    let failure = SystemError(number: errno)
    close(ends[1])
    guard count == line.count else {
      close(ends[0])
      throw failure
    }
    return ends[0]
  }
}
