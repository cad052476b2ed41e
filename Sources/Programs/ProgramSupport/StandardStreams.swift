import Glibc
package import Secrets
import Sentences
import Terminal
import Unix

/// Standard output carries only results, standard error only diagnostics.
package enum StandardStreams {
  /// Occupies closed standard descriptors, so that no file that is opened later gets their numbers and their output.
  /// They stay useless, and an executed command finds them closed. Must be called first. See
  /// Decisions/0091-own-terminal.md.
  static func occupyClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // open(2) takes the lowest free number. The direction is wrong, so that reading and writing fail. Where there is no
      // /dev/null, a folder can't be read or written either.
      if open("/dev/null", (descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC) < 0 {
        _ = open("/", O_RDONLY | O_CLOEXEC)
      }
    }
  }

  /// The width of the terminal on standard output; nil if it is not a terminal.
  package static var columns: Int? { columns(of: STDOUT_FILENO) }

  private static func columns(of descriptor: Int32) -> Int? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// Writes one line of result. It may hold text from outside, such as a path, so it is cleaned. A failed write is a failure,
  /// because a script would see an empty result.
  package static func writeResult(_ line: String) throws(Failure) {
    try write(result: Array((Sanitiser.cleaned(line) + "\n").utf8))
  }

  /// Writes whole lines of result as they are, each with its line feed, at once.
  package static func writeResult(lines: [UInt8]) throws(Failure) {
    try write(result: lines)
  }

  /// Writes lines of result as they are, with a line feed behind the last.
  package static func writeResult(lines: String) throws(Failure) {
    try write(result: Array((lines + "\n").utf8))
  }

  /// Writes a password as one line of result, without a copy of it.
  package static func writeResult(_ password: SealedPassword) throws(Failure) {
    let isWritten = password.withUTF8 { write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) } ?? false
    guard isWritten else { throw .resultNotWritten }
    try write(result: [UInt8(ascii: "\n")])
  }

  /// Writes the sentence, without its full stop, about what was done.
  package static func writeDone(_ done: String) throws(Failure) {
    try writing(what: done) { () throws(Failure) in try writeResult(done) }
  }

  /// Writes the result of what was done. A failure to write it does not undo it, so the error begins with what was
  /// done.
  package static func writing(what done: String, _ write: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try write()
    } catch {
      throw Failure(error.status, translated("{done}. {problem}", ["done": done, "problem": error.sentence]))
    }
  }

  /// Writes a page for people, in the character set of the locale.
  package static func writePage(_ page: String) throws(Failure) {
    try write(result: TextLocale.bytes(of: page + "\n"))
  }

  private static func write(result: [UInt8]) throws(Failure) {
    guard write(result, to: STDOUT_FILENO) else { throw .resultNotWritten }
  }

  /// Writes a sentence for the user, in the character set of the locale. It may contain text from outside, so it is
  /// cleaned. At a terminal it is broken between words; for a program it is one line.
  package static func writeDiagnostic(_ sentence: String) {
    _ = write(diagnostic(sentence), to: STDERR_FILENO)
  }

  /// The bytes of a sentence for standard error.
  static func diagnostic(_ sentence: String) -> [UInt8] {
    let line = "signin: " + Sanitiser.cleaned(sentence)
    var text = ""
    for line in columns(of: STDERR_FILENO).map({ wrapped(line, columns: $0) }) ?? [line] { text += line + "\n" }
    return TextLocale.bytes(of: text)
  }

  /// Writes what is wrong with a command line, in several lines, to standard error. They may contain typed text, so they are
  /// cleaned.
  package static func writeUsage(_ lines: String) {
    let cleaned = lines.split(separator: "\n", omittingEmptySubsequences: false).map { Sanitiser.cleaned(String($0)) }
    _ = write(TextLocale.bytes(of: cleaned.joined(separator: "\n") + "\n"), to: STDERR_FILENO)
  }

  /// Draws a line over the cursor's line on standard error.
  package static func draw(_ line: String) {
    _ = write(TextLocale.bytes(of: "\r" + line), to: STDERR_FILENO)
  }

  /// Warns if passwords were in memory that could be swapped out.
  package static func reportUnlockedMemory() {
    if let failure = SecretMemory.lockFailure { writeDiagnostic(failure.sentence) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension Failure {
  fileprivate static var resultNotWritten: Failure {
    Failure(
      .inputOutput,
      translated("The result can't be written to standard output: {error}.", ["error": systemError(errno)]))
  }
}
