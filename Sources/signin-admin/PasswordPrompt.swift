import Glibc
import Programs
import Secrets
import Sentences
import Terminal
import Unix

/// A prompt for a password at the controlling terminal, for commands without a form.
@MainActor
enum PasswordPrompt {
  /// Asks, and waits for a line without echoing it. The terminal is restored before this returns, and before a signal
  /// ends the program.
  static func ask(_ prompt: String) throws(Failure) -> SealedPassword {
    let terminal: LineTerminal
    do {
      terminal = try LineTerminal()
    } catch {
      throw Failure(.noInput, translated("There is no terminal to ask for the password. Use --password-stdin."))
    }
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
    let ending = terminal.loop.run()
    terminal.close()
    switch ending {
    case .stopped: break
    case .signal(let number): ProcessSignals.die(by: number)
    case .terminalGone: ProcessSignals.die(by: SIGHUP)
    }
    if let error { throw Failure(error) }
    return try StandardInput.seal(text)
  }
}
