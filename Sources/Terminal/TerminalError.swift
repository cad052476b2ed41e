internal import Glibc

/// Why no screen can be shown. Exit status 66 in the terms of the command line.
public nonisolated enum TerminalError: Error, Hashable, Sendable {
  /// The process has no controlling terminal.
  case noControllingTerminal
  /// `TERM` is not set, or empty.
  case unnamedTerminal
  /// No description of the terminal that `TERM` names is to be found on this machine.
  case unknownTerminal(name: String)
  /// By its description the terminal cannot put its cursor anywhere on the screen, or has a size that none has, so no form can
  /// be drawn on it.
  case unfitTerminal(name: String)
  /// The terminal does not answer; the number is an errno.
  case unusable(errno: Int32)

  /// Whether it is the screen that cannot be shown, on a terminal that could take lines.
  public var concernsScreen: Bool {
    switch self {
    case .unnamedTerminal, .unknownTerminal, .unfitTerminal: true
    case .noControllingTerminal, .unusable: false
    }
  }

  /// What the system says that went wrong; nil where it is not the system that says so.
  public var cause: String? {
    if case .unusable(let number) = self { String(cString: strerror(number)) } else { nil }
  }
}
