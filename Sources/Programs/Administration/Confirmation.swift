import Sentences
import Settings
import Terminal
import Unix

/// Asks at the controlling terminal before something that can't be taken back.
@MainActor
enum Confirmation {
  /// The most characters of an answer that count.
  private static let longestAnswer = 16

  /// Must be called on the main thread, as subcommands are.
  /// - Throws: A failure if the answer is not yes, or there is nobody to ask.
  nonisolated static func require(_ question: String) throws(Failure) {
    try MainActor.assumeIsolated {
      Result { () throws(Failure) in try ask(question) }
    }.get()
  }

  private static func ask(_ question: String) throws(Failure) {
    let terminal: LineTerminal
    do throws(TerminalError) {
      terminal = try LineTerminal()
    } catch {
      throw Failure(.noInput, translated("There is no terminal to ask for confirmation. Use --yes."))
    }
    defer { terminal.close() }
    var answer = ""
    terminal.onEvent = { [unowned terminal] event in
      switch event {
      case .character(let scalar): if answer.count < longestAnswer { answer.unicodeScalars.append(scalar) }
      case .lineEnd: terminal.loop.stop()
      case .endOfInput:
        answer = ""
        terminal.loop.stop()
      case .continued:
        // The kernel has dropped the unfinished line.
        answer = ""
        terminal.ask(question, echoes: true)
      }
    }
    terminal.ask(question, echoes: true)
    terminal.waitForAnswer()
    guard answer.lowercased() == translated("y") else {
      throw Failure(.cancelled, translated("Nothing was removed."))
    }
  }
}
