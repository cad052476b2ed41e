internal import Glibc

/// The reason why no form can be shown on a screen. If it could be shown in lines, it is; otherwise the command line exits
/// with 66.
public nonisolated enum TerminalError: Error, Hashable, Sendable {
  /// The process has no controlling terminal.
  case noControllingTerminal
  /// `TERM` is not set, or empty.
  case unnamedTerminal
  /// This machine has no description of the terminal that `TERM` names.
  case unknownTerminal(name: String)
  /// No form can be drawn: by its description the terminal can't put its cursor anywhere on the screen, or has an
  /// impossible size.
  case unfitTerminal(name: String)
  /// The terminal does not answer; the number is an errno.
  case unusable(errno: Int32)

  /// Whether only the screen can't be shown, on a terminal that could take lines.
  public var concernsScreen: Bool {
    switch self {
    case .unnamedTerminal, .unknownTerminal, .unfitTerminal: true
    case .noControllingTerminal, .unusable: false
    }
  }

  /// The system's message; nil if the error does not come from the system.
  public var cause: String? {
    if case .unusable(let number) = self { String(cString: strerror(number)) } else { nil }
  }
}
