internal import Glibc

/// A program to execute, without a shell.
public struct ExecutableCommand {
  /// A list of C strings, and NULL.
  public typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The paths where it may be, in order, each ending with 0. They are bytes, since they may not be text.
  private let paths: [[CChar]]
  /// Its arguments, which may not be text. The first is its name.
  private let arguments: Strings
  /// A descriptor that it gets besides standard input, output and error.
  let kept: Int32?

  /// A command. The memory of `arguments` must outlive it.
  public init(paths: [[CChar]], arguments: Strings, keeping kept: Int32? = nil) {
    self.paths = paths
    self.arguments = arguments
    self.kept = kept
  }

  /// Replaces this program. Returns only if that failed.
  public func execute() -> SystemError {
    guard Descriptors.closeOnExec() else { return SystemError(number: errno) }
    if let kept, fcntl(kept, F_SETFD, 0) != 0 { return SystemError(number: errno) }
    var refusal = ENOENT
    for path in paths {
      execve(path, arguments, environ)
      // A later directory may have the command. A file that exists but cannot be run decides the exit status.
      if errno != ENOENT && errno != ENOTDIR { refusal = errno }
    }
    return SystemError(number: refusal)
  }

  /// Calls `body` with the paths and the arguments.
  func withPointers<Value>(_ body: (Strings, Strings) -> Value) -> Value {
    var copies = paths.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeMutableBufferPointer { buffer in
      // The array has at least its last element.
      buffer.baseAddress.map { body($0, arguments) } ?? body(arguments, arguments)
    }
  }
}
