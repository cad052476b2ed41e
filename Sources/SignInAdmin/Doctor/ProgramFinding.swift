import Glibc
import Programs
import Sentences
import Unix

/// Checks that both programs are installed, from the same version, and that the kernel hides them from the moment
/// of their start. It does that only for a file that the user cannot read. See Decisions/0089-hidden-from-exec-on.md.
enum ProgramFinding {
  /// A finding for each program.
  static var all: [Finding] { ["signin", "signind"].map(finding) }

  private static func finding(_ name: String) -> Finding {
    guard let path = Installation.program(named: name) else {
      return .bad(
        .program,
        translated("{program} isn't beside signin. Install both programs: make install", ["program": name]))
    }
    guard let version = ToldText.of(programAt: path, ["--version"]) else {
      return .bad(.program, translated("{path} can't be run. Install it again: make install", ["path": path]))
    }
    guard version == Program.version else {
      return .bad(
        .program,
        translated(
          "{path} is {version}, but this is {own}. Install both programs from the same version: make install",
          ["path": path, "version": version, "own": Program.version]))
    }
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
        ["path": path, "version": version]))
  }

  private static func isHidden(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_uid == 0 && status.st_mode & 0o066 == 0
  }
}
