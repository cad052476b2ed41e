import Glibc
import Sentences
import Unix

/// `signin-postgresql`: the same program, linked with the library of PostgreSQL, which can't be linked statically.
package enum PostgreSQLProgram {
  private static let name = "signin-postgresql"

  /// The path of that program; nil if it is missing, or another user's.
  package static var path: String? { Installation.program(named: name) }

  /// Becomes that program, with the environment as it was found.
  /// - Parameter arguments: The arguments behind its name; nil for those of this program, byte by byte.
  /// - Returns: Why that failed.
  package static func become(_ arguments: [String]? = nil) -> Failure {
    guard let path else { return failure(SystemError(number: ENOENT)) }
    let paths = [Array(path.utf8CString)]
    guard let arguments else {
      let command = ExecutableCommand(paths: paths, arguments: CommandLine.unsafeArgv, environment: .found)
      return failure(command.execute())
    }
    return ([name] + arguments).map { Array($0.utf8CString) }.withPointers {
      failure(ExecutableCommand(paths: paths, arguments: $0, environment: .found).execute())
    }
  }

  private static func failure(_ error: SystemError) -> Failure {
    Failure(
      .unavailable,
      translated(
        "signin-postgresql can't be run: {error}. Install it beside signin, or install the package signin-postgresql.",
        ["error": systemError(error.number)]))
  }
}
