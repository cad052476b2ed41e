import Glibc
package import Programs
import Sentences
import Unix

/// `signin-postgresql`: the same program, linked with the library of PostgreSQL, which can't be linked statically.
package enum PostgreSQLProgram {
  private static let name = "signin-postgresql"

  /// Becomes that program, with this program's command line and the environment as it was found.
  /// - Returns: Why that failed.
  package static func become() -> Failure {
    guard let path = Installation.program(named: name) else { return failure(SystemError(number: ENOENT)) }
    let command = ExecutableCommand(
      paths: [Array(path.utf8CString)], arguments: CommandLine.unsafeArgv, environment: .found)
    return failure(command.execute())
  }

  private static func failure(_ error: SystemError) -> Failure {
    Failure(
      .unavailable,
      translated(
        "signin-postgresql can't be run: {error}. Install it beside signin, or install the package signin-postgresql.",
        ["error": systemError(error.number)]))
  }
}
