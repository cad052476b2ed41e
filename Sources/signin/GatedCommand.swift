import Glibc
import Identity
import Sentences
import Unix

/// The command behind the form. It takes this program's place: no shell reads its arguments, and it finds everything as
/// this program found it, but for an empty signal mask and two variables.
struct GatedCommand {
  /// Where it begins in the program's arguments.
  private let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// - Parameter index: Where it begins in the program's arguments, the program's name not counted. They are handed on as
  ///   bytes, since they need not be text.
  init(at index: Int) {
    arguments = CommandLine.unsafeArgv + index + 1
  }

  /// Goes over to the command.
  /// - Throws: When that cannot be; the program may go on.
  func run(for signedIn: SignedIn) throws(Failure) -> Never {
    guard let name = arguments[0] else { throw .usage(.commandMissing) }
    setenv("SIGNIN_EMAIL", signedIn.email.text, 1)
    if let session = signedIn.session {
      setenv("SIGNIN_SESSION", session.id.text, 1)
    } else {
      unsetenv("SIGNIN_SESSION")
    }
    StandardStreams.reportUnlockedMemory()
    ProcessSignals.prepareForExec()
    TextLocale.giveBackEnvironment()
    guard Descriptors.closeOnExec() else { throw Failure(.commandNotRunnable, Self.reason(name, errno)) }
    var refusal = ENOENT
    for path in Self.paths(of: String(cString: name)) {
      execve(path, arguments, environ)
      // Where the command is not, it may be further on; what is found and cannot be run is what counts in the end.
      if errno != ENOENT && errno != ENOTDIR { refusal = errno }
    }
    throw Failure(refusal == ENOENT ? .commandNotFound : .commandNotRunnable, Self.reason(name, refusal))
  }

  /// Where a command of that name may be: execvp(3) without its shell for files that are no programs.
  private static func paths(of name: String) -> [String] {
    if name.contains("/") { return [name] }
    guard !name.isEmpty else { return [] }
    let path = Environment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? name : "\($0)/\(name)" }
  }

  private static func reason(_ name: UnsafePointer<CChar>, _ number: Int32) -> String {
    let why = number == ENOENT ? translated("it wasn't found") : systemError(number)
    return translated("“{command}” can't be run: {reason}.", ["command": String(cString: name), "reason": why])
  }
}

extension FormOptions {
  /// What follows signing in: the command, or a line on standard output.
  func conclude(_ signedIn: SignedIn) throws(Failure) {
    if let commandIndex { try GatedCommand(at: commandIndex).run(for: signedIn) }
    if let line = SignInResult(signedIn: signedIn).line(print) { try StandardStreams.writeResult(line) }
  }
}
