import Glibc
import Sentences
import Unix

/// Checks whether the kernel hides the programs from the moment of their start. It does that only for a file that the
/// user cannot read. See Decisions/0089-hidden-from-exec-on.md.
enum ProgramFinding {
  /// A finding for each program that handles passwords.
  static var all: [Finding] { ["signin", "signin-admin"].map(hidden) }

  private static func hidden(_ name: String) -> Finding {
    guard let path = Installation.program(named: name) else {
      return .warning(
        .program,
        translated(
          "The program's file can't be found, so its mode isn't known. "
            + "Install it as root, with mode 0711: make install"))
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid == 0, status.st_mode & 0o066 == 0 else {
      return .warning(
        .program,
        translated(
          "{path} isn't root's with mode 0711, so as it starts, another program of the same user can open its memory. "
            + "Install it as root: make install", ["path": path]))
    }
    return .good(
      .program, translated("{path} is root's with mode 0711: hidden from the moment it starts.", ["path": path]))
  }
}
