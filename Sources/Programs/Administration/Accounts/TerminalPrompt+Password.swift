import Identity
import ProgramSupport
import Secrets
import Sentences

extension TerminalPrompt {
  /// How often a new password is asked for, if it breaks a rule or the second answer is another one: as passwd(1) does.
  private static let rounds = 3

  /// Holds the terminal while `questions` asks for passwords.
  nonisolated static func openForPasswords<Answers: Sendable>(
    _ questions: @MainActor (TerminalPrompt) throws(Failure) -> Answers
  ) throws(Failure) -> Answers {
    try open(
      orSay: translated("There is no terminal to ask for the password. Use --password-stdin."), questions)
  }

  /// Asks for a password, which is not shown.
  func ask(_ question: String) throws(Failure) -> SealedPassword {
    try StandardInput.seal(line(question, echoes: false))
  }

  /// Asks for a new password twice. Says the rule before, and judges the first answer before the second.
  /// - Parameter current: The password that it replaces; nil for none.
  func askTwice(
    _ prompt: String, _ second: String, under rules: NewPasswordRules, for email: EmailAddress,
    replacing current: SealedPassword? = nil
  ) throws(Failure) -> SealedPassword {
    writeLine(rules.policy.sentence)
    var round = 1
    while true {
      let password = try ask(prompt)
      let isCurrent = current?.isSame(as: password) == true
      let violation = rules.violation(of: password, for: email) ?? (isCurrent ? .unchanged : nil)
      if violation == nil, try ask(second).isSame(as: password) { return password }
      guard round < Self.rounds else {
        throw violation.map(Failure.init) ?? Failure(.unacceptable, translated("The passwords don't match."))
      }
      writeLine(violation?.sentence ?? translated("The passwords don't match. Try again."))
      round += 1
    }
  }
}
