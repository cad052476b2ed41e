import Glibc
import Secrets

/// Passwords that come without a form.
enum StandardInput {
  /// The first line of standard input.
  static func readPassword() throws(Failure) -> SealedPassword {
    try readPassword(from: STDIN_FILENO)
  }

  /// A line typed at the controlling terminal, unechoed.
  static func askForPassword(_ prompt: String) throws(Failure) -> SealedPassword {
    try UnechoedTerminal.open(prompt) { descriptor throws(Failure) in try readPassword(from: descriptor) }
  }

  private static func readPassword(from descriptor: Int32) throws(Failure) -> SealedPassword {
    let text = GuardedText()
    do throws(LineError) {
      try text.readLine(from: descriptor)
    } catch {
      switch error {
      case .endOfInput, .inputOutput: throw Failure(.noInput, error.reason)
      case .tooLong, .notUTF8: throw Failure(.unacceptable, error.reason)
      }
    }
    do throws(PasswordError) {
      return try text.sealed()
    } catch {
      throw Failure(.unacceptable, error.reason)
    }
  }
}
