import Glibc
import SignInUI

/// The controlling terminal with its echo off, for one line. Given back as it was, by a signal that ends the program too.
enum UnechoedTerminal {
  // For the signal handler, which can be told nothing: set before the handler is, and only read by it.
  nonisolated(unsafe) private static var found = termios()
  nonisolated(unsafe) private static var descriptor: Int32 = -1

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  static func open<R>(_ prompt: String, _ body: (Int32) throws(Failure) -> R) throws(Failure) -> R {
    descriptor = Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0, tcgetattr(descriptor, &found) == 0 else {
      throw Failure(.noInput, translated("There is no terminal to ask for the password at. Use --password-stdin."))
    }
    let dispositions = endings.map { number in
      signal(number) { number in
        tcsetattr(UnechoedTerminal.descriptor, TCSAFLUSH, &UnechoedTerminal.found)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    var unechoed = found
    unechoed.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSAFLUSH, &unechoed)
    defer {
      tcsetattr(descriptor, TCSAFLUSH, &found)
      for (number, disposition) in zip(endings, dispositions) { signal(number, disposition) }
      write("\n")
      close(descriptor)
    }
    write(prompt)
    return try body(descriptor)
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}
