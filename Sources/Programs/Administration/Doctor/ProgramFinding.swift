import Glibc
import ProgramSupport
import Sentences
import Unix

/// Checks that the kernel hides the program from the moment of its start. It does that only for a file that the user cannot
/// read. See Decisions/0089-hidden-from-exec-on.md.
enum ProgramFinding {
  static var all: [Finding] { Installation.program.map { [finding($0)] } ?? [] }

  private static func finding(_ path: String) -> Finding {
    guard isHidden(path) else {
      return .warning(
        .program,
        translated(
          "{path} isn't root's with mode 0711, so as it starts, another program of the same user can open its memory. "
            + "Install it as root: make install", ["path": path]))
    }
    return .good(
      .program,
      translated(
        "{path} is {version}, root's with mode 0711: hidden from the moment it starts.",
        ["path": path, "version": Program.version]))
  }

  private static func isHidden(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_uid == 0 && status.st_mode & 0o066 == 0
  }
}
