internal import Glibc

/// Why no screen can be shown. Exit status 66 in the terms of the command line.
public nonisolated enum TerminalError: Error, Hashable, Sendable {
  /// The process has no controlling terminal.
  case noControllingTerminal
  /// `TERM` is not set, or empty.
  case unnamedTerminal
  /// No description of the terminal that `TERM` names is to be found on this machine.
  case unknownTerminal(name: String)
  /// The terminal cannot put its cursor anywhere on the screen, so no form can be drawn on it.
  case immovableCursor(name: String)
  /// The terminal does not answer; the number is an errno.
  case unusable(errno: Int32)

  /// Whether it is the screen that cannot be shown, on a terminal that could take lines.
  public var concernsScreen: Bool {
    switch self {
    case .unnamedTerminal, .unknownTerminal, .immovableCursor: true
    case .noControllingTerminal, .unusable: false
    }
  }

  /// The error as a sentence for the person at the terminal, with what to do about it. Text from outside is cleaned.
  public var sentence: String {
    switch self {
    case .noControllingTerminal:
      "There is no terminal to show the form on. Start the program from a terminal."
    case .unnamedTerminal:
      "The kind of the terminal is not known. Set TERM, for example to xterm-256color."
    case .unknownTerminal(let name):
      "The terminal type \u{201C}\(Sanitiser.cleaned(name))\u{201D} is not known on this machine. "
        + "Set TERM to a known one, for example xterm-256color."
    case .immovableCursor(let name):
      "A terminal of type \u{201C}\(Sanitiser.cleaned(name))\u{201D} cannot show a form. "
        + "Set TERM to the type of your terminal, for example xterm-256color."
    case .unusable(let number):
      "The terminal cannot be used: \(strerror(number).map { String(cString: $0) } ?? "error \(number)")."
    }
  }
}
