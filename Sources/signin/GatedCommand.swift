import Glibc
import Identity
import Sentences
import Unix

/// The command behind the form. It replaces this program without a shell, and inherits everything as this program found
/// it, except for an empty signal mask and two variables. See Decisions/0017-gate-finds-command.md.
struct GatedCommand {
  /// The command and its arguments: the end of the program's arguments.
  private let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// - Parameter index: The index of the command in the program's arguments, without the program's name. The arguments
  ///   are passed on as bytes, since they may not be text.
  init(at index: Int) {
    arguments = CommandLine.unsafeArgv + index + 1
  }

  /// Checks that the command can be found, so that the user is not asked for a password in vain.
  /// - Throws: A failure if no program has that name, or this user may not run it.
  func find() throws(Failure) {
    guard let name = arguments[0] else { throw .usage(.commandMissing) }
    var refusal = ENOENT
    for path in Self.paths(of: String(cString: name)) {
      var status = stat()
      guard stat(path, &status) == 0 else {
        if errno != ENOENT && errno != ENOTDIR { refusal = errno }
        continue
      }
      if status.st_mode & S_IFMT == S_IFREG && faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 { return }
      refusal = EACCES
    }
    throw Self.failure(name, refusal)
  }

  /// Replaces this program with the command.
  /// - Throws: A failure if the command cannot be run; this program can continue.
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
    guard Descriptors.closeOnExec() else { throw Self.failure(.commandNotRunnable, name, systemError(errno)) }
    var refusal = ENOENT
    for path in Self.paths(of: String(cString: name)) {
      execve(path, arguments, environ)
      // A later directory may have the command. A file that exists but cannot be run decides the exit status.
      if errno != ENOENT && errno != ENOTDIR { refusal = errno }
    }
    throw Self.failure(name, refusal)
  }

  /// The paths where a command of that name may be. execvp(3) would also hand files that are not programs to a shell.
  private static func paths(of name: String) -> [String] {
    if name.contains("/") { return [name] }
    guard !name.isEmpty else { return [] }
    let path = Environment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? name : "\($0)/\(name)" }
  }

  private static func failure(_ name: UnsafePointer<CChar>, _ number: Int32) -> Failure {
    number == ENOENT
      ? failure(.commandNotFound, name, translated("it wasn't found"))
      : failure(.commandNotRunnable, name, systemError(number))
  }

  private static func failure(_ status: ExitStatus, _ name: UnsafePointer<CChar>, _ reason: String) -> Failure {
    Failure(
      status, translated("“{command}” can't be run: {reason}.", ["command": String(cString: name), "reason": reason]))
  }
}

extension FormOptions {
  /// Checks that the command behind the form, if there is one, can be found.
  func findCommand() throws(Failure) {
    if let commandIndex { try GatedCommand(at: commandIndex).find() }
  }

  /// Runs the command, or writes the result to standard output.
  func conclude(_ signedIn: SignedIn) throws(Failure) {
    if let commandIndex { try GatedCommand(at: commandIndex).run(for: signedIn) }
    if let line = SignInResult(signedIn: signedIn).line(print) { try StandardStreams.writeResult(line) }
  }
}
