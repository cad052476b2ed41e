import Glibc
package import Secrets
import Sentences

/// Secrets that come without a form. Each is one line, read into guarded memory and not a byte further.
package enum StandardInput {
  /// Reads the next line of standard input as a password.
  package static func readPassword() throws(Failure) -> SealedPassword { try seal(readLine()) }

  /// Reads the next line of standard input as a code.
  package static func readCode() throws(Failure) -> SealedPassword {
    let text = try readLine()
    guard !text.isEmpty else { throw Failure(.unacceptable, translated("Enter the code.")) }
    return try seal(text)
  }

  /// Opens a file for reading. The file `-` is standard input.
  package static func descriptor(of file: String) throws(Failure) -> Int32 {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        .noInput, translated("{file} can't be opened: {error}.", ["file": file, "error": systemError(errno)]))
    }
    return descriptor
  }

  private static func readLine() throws(Failure) -> GuardedText {
    try refuseTerminal(STDIN_FILENO)
    let text = GuardedText()
    do {
      try text.readLine(from: STDIN_FILENO)
    } catch {
      throw Failure(error)
    }
    return text
  }

  /// A terminal would show the secret while it is typed, and keep it in its scroll-back.
  private static func refuseTerminal(_ descriptor: Int32) throws(Failure) {
    guard isatty(descriptor) == 0 else {
      throw Failure(
        .noInput, translated("The input is a terminal, which would show what you type. Use a pipe or a file."))
    }
  }

  /// Turns text that was read or typed into a password.
  package static func seal(_ text: GuardedText) throws(Failure) -> SealedPassword {
    do {
      return try text.sealed()
    } catch {
      throw Failure(error)
    }
  }

  /// Reads a token from the next line of a descriptor, standard input by default. Text that cannot be a token is an
  /// invalid token.
  package static func readToken(from descriptor: Int32 = STDIN_FILENO) throws(Failure) -> SecureToken {
    try refuseTerminal(descriptor)
    let line = GuardedText()
    do {
      try line.readLine(from: descriptor)
    } catch {
      switch error {
      case .endOfInput, .inputOutput: throw Failure(error)
      case .tooLong, .notUTF8: throw .invalidToken
      }
    }
    guard let token = line.withUTF8({ SecureToken(base64URL: $0) }) else {
      throw .invalidToken
    }
    return token
  }
}
