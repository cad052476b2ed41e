import Secrets
import Sentences

extension StandardInput {
  /// Asks for a new password twice at the controlling terminal, without echo.
  static func askForNewPassword(_ prompt: String, repeat second: String) throws(Failure) -> SealedPassword {
    let password = try askForPassword(prompt)
    guard try askForPassword(second).isSame(as: password) else {
      throw Failure(.unacceptable, translated("The passwords don't match. Try again."))
    }
    return password
  }
}
