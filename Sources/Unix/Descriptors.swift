internal import CUnix

/// The process's open files.
public enum Descriptors {
  /// Makes exec(3) close every descriptor but standard input, output and error. If exec fails they stay open, because
  /// other threads may be using them.
  /// - Returns: False if that failed; errno says why.
  public static func closeOnExec() -> Bool { signin_descriptors_close_on_exec() == 0 }
}
