import ProgramSupport
import Secrets
import Sentences
import Terminal
import Unix

/// Asks at the controlling terminal, for commands without a form. Lines that are pasted together answer one question each.
@MainActor
struct TerminalPrompt {
  private let terminal: LineTerminal

  private init(orSay sentence: String) throws(Failure) {
    do {
      terminal = try LineTerminal()
    } catch {
      throw Failure(.noInput, sentence)
    }
  }

  /// Holds the terminal while `questions` asks. It is restored before this returns, and before a signal ends the program.
  /// Must be called on the main thread, as subcommands are.
  /// - Parameter sentence: The failure if there is no terminal.
  nonisolated static func open<Answers: Sendable>(
    orSay sentence: String, _ questions: @MainActor (TerminalPrompt) throws(Failure) -> Answers
  ) throws(Failure) -> Answers {
    try MainActor.assumeIsolated {
      Result { () throws(Failure) in
        let prompt = try TerminalPrompt(orSay: sentence)
        defer { prompt.terminal.close() }
        return try questions(prompt)
      }
    }.get()
  }

  /// Asks, and waits for a line.
  /// - Parameter echoes: Whether the line is visible.
  func line(_ question: String, echoes: Bool) throws(Failure) -> GuardedText {
    let terminal = terminal
    let text = GuardedText()
    var error: LineError?
    terminal.onEvent = { [unowned terminal] event in
      switch event {
      case .character(let scalar):
        if text.insert(scalar, at: text.count) == nil { error = .tooLong(limit: text.capacity) }
      case .lineEnd: terminal.loop.stop()
      case .endOfInput:
        error = .endOfInput
        terminal.loop.stop()
      case .continued:
        // The unfinished line is dropped, and with it that it was too long.
        text.wipe()
        error = nil
        terminal.ask(question, echoes: echoes)
      }
    }
    terminal.ask(question, echoes: echoes)
    terminal.waitForAnswer()
    if let error { throw Failure(error) }
    return text
  }

  /// Says a sentence in a line of its own.
  func writeLine(_ sentence: String) { terminal.writeLine(sentence) }
}
