import Secrets
import Sentences
import Settings

/// Asks at the controlling terminal before something that can't be taken back.
enum Confirmation {
  /// Must be called on the main thread, as subcommands are.
  /// - Throws: A failure if the answer is not yes, or there is nobody to ask.
  static func require(_ question: String) throws(Failure) {
    let noTerminal = translated("There is no terminal to ask for confirmation. Use --yes.")
    let isYes = try TerminalPrompt.open(orSay: noTerminal) { prompt throws(Failure) in
      // The end of the input and an endless line are no yes.
      let answer = try? prompt.line(question, echoes: true)
      return answer?.withUTF8 { String(decoding: $0, as: UTF8.self) }.lowercased() == translated("y")
    }
    guard isYes else { throw Failure(.cancelled, translated("Nothing was removed.")) }
  }
}
