import Glibc
import Secrets

/// Secrets that come without a form. Each is a line, read into guarded memory and not a byte further.
enum StandardInput {
  /// The next line of standard input.
  static func readPassword() throws(Failure) -> SealedPassword {
    let text = GuardedText()
    do {
      try text.readLine(from: STDIN_FILENO)
    } catch {
      throw Failure(error)
    }
    return try seal(text)
  }

  /// A line typed at the controlling terminal, unechoed. For the main thread, as all that subcommands do.
  static func askForPassword(_ prompt: String) throws(Failure) -> SealedPassword {
    try MainActor.assumeIsolated {
      Result { () throws(Failure) in try PasswordPrompt.ask(prompt) }
    }.get()
  }

  /// What was read or typed, as a password.
  static func seal(_ text: GuardedText) throws(Failure) -> SealedPassword {
    do {
      return try text.sealed()
    } catch {
      throw Failure(error)
    }
  }

  /// The digest of the token on the next line of standard input. A line that can be no token is one that proves nothing.
  static func readToken() throws(Failure) -> TokenDigest {
    let line = GuardedText()
    do {
      try line.readLine(from: STDIN_FILENO)
    } catch {
      switch error {
      case .endOfInput, .inputOutput: throw Failure(error)
      case .tooLong, .notUTF8: throw .invalidToken
      }
    }
    guard let token = line.withUTF8({ SecureToken(base64URL: String(decoding: $0, as: UTF8.self)) }) else {
      throw .invalidToken
    }
    return token.digest
  }
}
