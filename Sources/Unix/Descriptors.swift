internal import CUnix

/// The process's open files.
public enum Descriptors {
  /// Whatever is open beside standard input, output and error is closed by exec(3), and stays open if that fails: other
  /// threads may be using it.
  /// - Returns: Whether that could be arranged; errno says why not.
  public static func closeOnExec() -> Bool { signin_descriptors_close_on_exec() == 0 }
}
