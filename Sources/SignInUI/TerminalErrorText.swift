import Sentences
public import Terminal

extension TerminalError {
  /// The error as a sentence for the user, with advice. Text from outside is sanitised.
  public nonisolated var sentence: String {
    switch self {
    case .noControllingTerminal:
      translated("There is no terminal to show the form on. Start the program from a terminal.")
    case .unnamedTerminal:
      translated("The kind of the terminal is not known. Set TERM, for example to xterm-256color.")
    case .unknownTerminal(let name):
      translated(
        "The terminal type “{name}” is not known on this machine. Set TERM to a known one, for example xterm-256color.",
        ["name": Sanitiser.cleaned(name)])
    case .unfitTerminal(let name):
      translated(
        "A terminal of type “{name}” cannot show a form. "
          + "Set TERM to the type of your terminal, for example xterm-256color.", ["name": Sanitiser.cleaned(name)])
    case .unusable:
      translated("The terminal cannot be used: {error}.", ["error": cause ?? ""])
    }
  }
}
