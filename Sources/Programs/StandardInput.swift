package import Glibc
package import Secrets

/// Secrets that come without a form. Each is one line, read into guarded memory and not a byte further.
package enum StandardInput {
  /// Reads the next line of standard input as a password.
  package static func readPassword() throws(Failure) -> SealedPassword {
    let text = GuardedText()
    do {
      try text.readLine(from: STDIN_FILENO)
    } catch {
      throw Failure(error)
    }
    return try seal(text)
  }

  /// Turns text that was read or typed into a password.
  package static func seal(_ text: GuardedText) throws(Failure) -> SealedPassword {
    do {
      return try text.sealed()
    } catch {
      throw Failure(error)
    }
  }

  /// Reads a token from the next line of a descriptor, standard input by default, and returns its digest. Text that
  /// cannot be a token is an invalid token.
  package static func readToken(from descriptor: Int32 = STDIN_FILENO) throws(Failure) -> TokenDigest {
    let line = GuardedText()
    do {
      try line.readLine(from: descriptor)
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
