import Secrets
import Sentences
import ProgramSupport

/// Asks at the controlling terminal before something that can't be taken back.
enum Confirmation {
  /// Must be called on the main thread, as subcommands are.
  /// - Throws: A failure if the answer is not yes, also when asked again, or there is nobody to ask.
  static func require(_ question: String) throws(Failure) {
    let noTerminal = translated("There is no terminal to ask for confirmation. Use --yes.")
    let isYes = try TerminalPrompt.open(orSay: noTerminal) { prompt throws(Failure) in
      if let isYes = answer(prompt, question) { return isYes }
      prompt.writeLine(Sentence.enterYesOrNo)
      return answer(prompt, question) ?? false
    }
    guard isYes else { throw Failure(.cancelled, translated("Nothing was removed.")) }
  }

  /// Returns whether the answer is yes, as a letter or a word; nil if it is neither yes nor no.
  @MainActor private static func answer(_ prompt: TerminalPrompt, _ question: String) -> Bool? {
    // The end of the input and an endless line are no yes.
    guard let line = try? prompt.line(question, echoes: true) else { return false }
    return Sentence.isYes(line.withUTF8 { String(decoding: $0, as: UTF8.self) }) ?? (line.isEmpty ? false : nil)
  }
}
