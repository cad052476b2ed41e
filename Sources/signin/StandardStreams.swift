import Glibc
import Secrets
import Sentences
import Terminal
import Unix

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

  /// How wide the terminal is that standard output goes to; nil when it goes elsewhere.
  static var columns: Int? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// Writes one line of result. A result that does not arrive is a failure: a script would take it for an empty one.
  static func writeResult(_ line: String) throws(Failure) {
    try write(result: Array((line + "\n").utf8))
  }

  /// Writes a page that people read, in the character set of the locale.
  static func writePage(_ page: String) throws(Failure) {
    try write(result: TextLocale.bytes(of: page + "\n"))
  }

  private static func write(result: [UInt8]) throws(Failure) {
    guard write(result, to: STDOUT_FILENO) else {
      throw Failure(
        .inputOutput,
        translated("The result can't be written to standard output: {error}.", ["error": systemError(errno)]))
    }
  }

  /// Says something to whoever runs the program, in the character set of the locale. Text from outside may stand in it: it
  /// is cleaned.
  static func writeDiagnostic(_ sentence: String) {
    _ = write(TextLocale.bytes(of: "signin: \(Sanitiser.cleaned(sentence))\n"), to: STDERR_FILENO)
  }

  /// Draws a line over the one that the cursor of standard error stands in.
  static func draw(_ line: String) {
    _ = write(TextLocale.bytes(of: "\r" + line), to: STDERR_FILENO)
  }

  /// Says that passwords were in memory that might have been swapped out, if they were.
  static func reportUnlockedMemory() {
    if let failure = SecretMemory.lockFailure { writeDiagnostic(failure.sentence) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
