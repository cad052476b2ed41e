import Programs
import Secrets
import Sentences

extension StandardInput {
  /// Asks for a line at the controlling terminal, without echo. Must be called on the main thread, as subcommands are.
  static func askForPassword(_ prompt: String) throws(Failure) -> SealedPassword {
    try MainActor.assumeIsolated {
      Result { () throws(Failure) in try PasswordPrompt.ask(prompt) }
    }.get()
  }

  /// Asks for a new password twice at the controlling terminal, without echo.
  static func askForNewPassword(_ prompt: String, repeat second: String) throws(Failure) -> SealedPassword {
    let password = try askForPassword(prompt)
    guard try askForPassword(second).isSame(as: password) else {
      throw Failure(.unacceptable, translated("The passwords don't match. Try again."))
    }
    return password
  }
}
