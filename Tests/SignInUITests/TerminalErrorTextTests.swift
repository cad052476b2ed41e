import SignInUI
import Terminal
import Testing

@Suite("The reason why there is no screen")
struct TerminalErrorTextTests {
  @Test(
    "names the fault and the fix, and removes control characters from names",
    arguments: [
      (
        TerminalError.noControllingTerminal,
        "There is no terminal to show the form on. Start the program from a terminal."
      ),
      (.unnamedTerminal, "The kind of the terminal is not known. Set TERM, for example to xterm-256color."),
      (
        .unknownTerminal(name: "a\u{1B}]0;x\u{7}"),
        "The terminal type “a\u{FFFD}]0;x\u{FFFD}” is not known on this machine. "
          + "Set TERM to a known one, for example xterm-256color."
      ),
      (
        .unfitTerminal(name: "dumb"),
        "A terminal of type “dumb” cannot show a form. "
          + "Set TERM to the type of your terminal, for example xterm-256color."
      ),
      (.unusable(errno: 5), "The terminal cannot be used: Input/output error."),
    ])
  func sentences(error: TerminalError, sentence: String) {
    #expect(error.sentence == sentence)
  }
}
