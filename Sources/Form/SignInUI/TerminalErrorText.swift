import Sentences
public import Terminal

extension TerminalError {
  /// The error as a sentence for the user, with advice. Text from outside is sanitised.
  public nonisolated var sentence: String {
    switch self {
    case .noControllingTerminal:
      translated("There is no terminal. With ssh, use -t.")
    case .unnamedTerminal:
      translated("TERM isn't set. Set it, for example to xterm-256color.")
    case .unknownTerminal(let name):
      translated(
        "This machine doesn't know the terminal type “{name}”. "
          + "Set TERM to a known one, for example xterm-256color.", ["name": Sanitiser.cleaned(name)])
    case .unfitTerminal(let name):
      translated(
        "A terminal of type “{name}” can't show the form. "
          + "Set TERM to the type of your terminal, for example xterm-256color.", ["name": Sanitiser.cleaned(name)])
    case .unusable:
      translated("The terminal can't be used: {error}.", ["error": cause ?? ""])
    }
  }
}
