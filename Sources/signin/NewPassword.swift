import Secrets
import Sentences

extension StandardInput {
  /// A password that nobody has yet, typed at the controlling terminal twice, unechoed.
  static func askForNewPassword(_ prompt: String, repeat second: String) throws(Failure) -> SealedPassword {
    let password = try askForPassword(prompt)
    guard try askForPassword(second).isSame(as: password) else {
      throw Failure(.unacceptable, translated("The passwords don't match. Try again."))
    }
    return password
  }
}
