import Glibc
import Programs
import Sentences
import Unix

/// signin-admin, the program of nearly all subcommands. See Decisions/0095-signin-becomes-signin-admin.md.
enum AdminProgram {
  /// Replaces this program by signin-admin, with the same arguments, descriptors and environment.
  /// - Returns: The reason why that failed.
  static func become() -> Failure {
    let name = "signin-admin"
    errno = ENOENT
    if let path = Installation.program(named: name) {
      EnvironmentVariables.found.withPointers { _ = execve(path, CommandLine.unsafeArgv, $0) }
    }
    return Failure(
      .unavailable,
      translated(
        "Subcommands need the program {program}, which can't be run: {error}. "
          + "Install it beside signin, or with make install.",
        ["program": name, "error": systemError(errno)]))
  }
}
