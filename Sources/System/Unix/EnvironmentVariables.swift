internal import CUnix
internal import Glibc

/// The environment of a program: its variables in their order, as bytes, since they may not be text.
public struct EnvironmentVariables: Hashable, Sendable {
  /// Each is a name, `=`, a value, and 0.
  private var variables: [[CChar]]

  /// The variables that this program got, among them those of Swift's runtime, which environment.c has taken out of its
  /// own environment.
  public static var found: EnvironmentVariables { EnvironmentVariables(signin_environment_found()) }

  /// - Parameter list: C strings, and NULL.
  init(_ list: ExecutableCommand.Strings) {
    variables = []
    var next = list
    while let variable = next.pointee {
      variables.append(Array(UnsafeBufferPointer(start: variable, count: strlen(variable) + 1)))
      next += 1
    }
  }

  /// Leaves exactly one variable of that name, the last of all, or none. There may have been several, of which a shell
  /// takes the last.
  public mutating func set(_ name: String, _ value: String?) {
    let start = Array("\(name)=".utf8CString.dropLast())
    variables.removeAll { $0.starts(with: start) }
    if let value { variables.append(start + Array(value.utf8CString)) }
  }

  /// Calls `body` with the variables as C strings, and NULL.
  public func withPointers<Value>(_ body: (ExecutableCommand.Strings) -> Value) -> Value {
    variables.withPointers(body)
  }
}
