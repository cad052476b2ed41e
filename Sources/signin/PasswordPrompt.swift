import Glibc
import Secrets
import Sentences
import Terminal
import Unix

/// A password asked for at the controlling terminal, for commands that have no form.
@MainActor
enum PasswordPrompt {
  /// Asks, and waits for the line, which is not echoed. When this returns the terminal is as it was; so it is when a
  /// signal ends the program meanwhile.
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
        // The kernel has dropped what was typed of the line.
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
