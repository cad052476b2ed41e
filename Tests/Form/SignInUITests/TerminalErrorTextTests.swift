import SignInUI
import Terminal
import Testing

@Suite("The reason why there is no screen")
struct TerminalErrorTextTests {
  @Test(
    "names the fault and the fix, and removes control characters from names",
    arguments: [
      (TerminalError.noControllingTerminal, "There is no terminal. With ssh, use -t."),
      (.unnamedTerminal, "TERM isn't set. Set it, for example to xterm-256color."),
      (
        .unknownTerminal(name: "a\u{1B}]0;x\u{7}"),
        "This machine doesn't know the terminal type “a\u{FFFD}]0;x\u{FFFD}”. "
          + "Set TERM to a known one, for example xterm-256color."
      ),
      (
        .unfitTerminal(name: "dumb"),
        "A terminal of type “dumb” can't show the form. "
          + "Set TERM to the type of your terminal, for example xterm-256color."
      ),
      (.unusable(errno: 5), "The terminal can't be used: Input/output error."),
    ])
  func sentences(error: TerminalError, sentence: String) {
    #expect(error.sentence == sentence)
  }
}
