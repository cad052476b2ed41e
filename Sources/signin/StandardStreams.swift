import Glibc
import Secrets
import SignInUI
import Terminal

/// Standard output carries results only, standard error diagnostics only.
enum StandardStreams {
  /// Takes the place of those that are closed, lest a file that is opened later take it and get what is meant for them.
  /// They are as useless as before, and a command that is executed finds them closed. To be called first of all.
  static func occupyClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // What is opened takes the lowest that is free. The wrong way round, so that reading and writing fail.
      _ = open("/dev/null", (descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
    }
  }

  /// Writes one line of result. A result that does not arrive is a failure: a script would take it for an empty one.
  static func writeResult(_ line: String) throws(Failure) {
    guard write(line + "\n", to: STDOUT_FILENO) else {
      throw Failure(
        .inputOutput,
        translated(
          "The result cannot be written to standard output: {error}.", ["error": String(cString: strerror(errno))]))
    }
  }

  /// Says something to whoever runs the program. Text from outside may stand in it: it is cleaned.
  static func writeDiagnostic(_ sentence: String) {
    _ = write("signin: \(Sanitiser.cleaned(sentence))\n", to: STDERR_FILENO)
  }

  /// Draws a line over the one that the cursor of standard error stands in.
  static func draw(_ line: String) {
    _ = write("\r" + line, to: STDERR_FILENO)
  }

  /// Says that passwords were in memory that might have been swapped out, if they were.
  static func reportUnlockedMemory() {
    if let failure = SecretMemory.lockFailure { writeDiagnostic(failure.reason.translation) }
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in
      var rest = UnsafeRawBufferPointer(utf8)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
  }
}
