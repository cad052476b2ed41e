internal import Glibc

/// A program to execute, without a shell.
public struct ExecutableCommand {
  /// A list of C strings, and NULL.
  public typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The paths where it may be, in order, each ending with 0. They are bytes, since they may not be text.
  private let paths: [[CChar]]
  /// Its arguments, which may not be text. The first is its name.
  private let arguments: Strings
  private let environment: EnvironmentVariables
  /// A descriptor that it gets besides standard input, output and error.
  let kept: Int32?

  /// A command. The memory of `arguments` must outlive it.
  public init(
    paths: [[CChar]], arguments: Strings, environment: EnvironmentVariables, keeping kept: Int32? = nil
  ) {
    self.paths = paths
    self.arguments = arguments
    self.environment = environment
    self.kept = kept
  }

  /// Replaces this program. Returns only if that failed.
  public func execute() -> SystemError {
    guard Descriptors.closeOnExec() else { return SystemError(number: errno) }
    if let kept, fcntl(kept, F_SETFD, 0) != 0 { return SystemError(number: errno) }
    var refusal = ENOENT
    for path in paths {
      environment.withPointers { _ = execve(path, arguments, $0) }
      // A later directory may have the command. A file that exists but cannot be run decides the exit status.
      if errno != ENOENT && errno != ENOTDIR { refusal = errno }
    }
    return SystemError(number: refusal)
  }

  /// Calls `body` with the paths, the arguments and the environment.
  func withPointers<Value>(_ body: (Strings, Strings, Strings) -> Value) -> Value {
    paths.withPointers { paths in environment.withPointers { body(paths, arguments, $0) } }
  }
}

extension [[CChar]] {
  /// Calls `body` with the texts, each of which ends with 0, as C strings, and NULL.
  package func withPointers<Value>(_ body: (ExecutableCommand.Strings) -> Value) -> Value {
    let list = ExecutableCommand.Strings.allocate(capacity: count + 1)
    for (index, text) in enumerated() { (list + index).initialize(to: strdup(text)) }
    (list + count).initialize(to: nil)
    defer {
      for index in indices { free(list[index]) }
      list.deallocate()
    }
    return body(list)
  }
}
