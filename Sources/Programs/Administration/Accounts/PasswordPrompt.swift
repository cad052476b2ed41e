import Identity
import Settings
import Secrets
import Sentences
import Terminal
import Unix

/// Prompts for passwords at the controlling terminal, for commands without a form. Nothing typed is echoed, and lines that
/// are pasted together answer one prompt each.
@MainActor
struct PasswordPrompt {
  private let terminal: LineTerminal

  private init() throws(Failure) {
    do {
      terminal = try LineTerminal()
    } catch {
      throw Failure(.noInput, translated("There is no terminal to ask for the password. Use --password-stdin."))
    }
  }

  /// Holds the terminal while `questions` asks. It is restored before this returns, and before a signal ends the program.
  /// Must be called on the main thread, as subcommands are.
  nonisolated static func open<Answers: Sendable>(
    _ questions: @MainActor (PasswordPrompt) throws(Failure) -> Answers
  ) throws(Failure) -> Answers {
    try MainActor.assumeIsolated {
      Result { () throws(Failure) in
        let prompt = try PasswordPrompt()
        defer { prompt.terminal.close() }
        return try questions(prompt)
      }
    }.get()
  }

  /// Asks, and waits for a line.
  func ask(_ prompt: String) throws(Failure) -> SealedPassword {
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
        // The kernel has dropped the unfinished line.
        text.wipe()
        terminal.ask(prompt, echoes: false)
      }
    }
    terminal.ask(prompt, echoes: false)
    terminal.waitForAnswer()
    if let error { throw Failure(error) }
    return try StandardInput.seal(text)
  }

  /// Says a sentence in a line of its own.
  func writeLine(_ sentence: String) { terminal.writeLine(sentence) }

  /// How often a new password is asked for, if the second answer is another one: as passwd(1) does.
  private static let rounds = 3

  /// Asks for a new password twice. Says the rule before, and judges the first answer before it asks again.
  /// - Parameter current: The password that it replaces; nil for none.
  func askTwice(
    _ prompt: String, _ second: String, under rules: NewPasswordRules, for email: EmailAddress,
    replacing current: SealedPassword? = nil
  ) throws(Failure) -> SealedPassword {
    writeLine(rules.policy.sentence)
    for round in 1...Self.rounds {
      let password = try ask(prompt)
      if let violation = rules.violation(of: password, for: email) { throw Failure(violation) }
      if current?.isSame(as: password) == true { throw Failure(.unchanged) }
      if try ask(second).isSame(as: password) { return password }
      if round < Self.rounds { writeLine(translated("The passwords don't match. Try again.")) }
    }
    throw Failure(.unacceptable, translated("The passwords don't match."))
  }
}
