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
    for path in Self.paths(of: name) {
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
    Self.set("SIGNIN_EMAIL", to: signedIn.email.text)
    Self.set("SIGNIN_SESSION", to: signedIn.session?.id.text)
    StandardStreams.reportUnlockedMemory()
    ProcessSignals.prepareForExec()
    TextLocale.giveBackEnvironment()
    guard Descriptors.closeOnExec() else { throw Self.failure(.commandNotRunnable, name, systemError(errno)) }
    var refusal = ENOENT
    for path in Self.paths(of: name) {
      execve(path, arguments, environ)
      // A later directory may have the command. A file that exists but cannot be run decides the exit status.
      if errno != ENOENT && errno != ENOTDIR { refusal = errno }
    }
    throw Self.failure(name, refusal)
  }

  /// Leaves exactly one variable of that name, or none. setenv(3) replaces only the first of several, and a shell
  /// takes the last.
  private static func set(_ name: String, to value: String?) {
    unsetenv(name)
    if let value { setenv(name, value, 1) }
  }

  /// The paths where a command of that name may be, ending with 0. They are bytes, since they may not be text.
  /// execvp(3) would also hand files that are not programs to a shell.
  private static func paths(of name: UnsafePointer<CChar>) -> [[CChar]] {
    let slash = CChar(47)
    let name = Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    if name.contains(slash) { return [name] }
    guard name.count > 1 else { return [] }
    let path = getenv("PATH").map { UnsafeBufferPointer(start: $0, count: strlen($0)) }.map(Array.init) ?? []
    return (path.isEmpty ? "/usr/local/bin:/usr/bin:/bin".utf8.map(CChar.init) : path)
      .split(separator: CChar(58), omittingEmptySubsequences: false)
      .map { $0.isEmpty ? name : $0 + [slash] + name }
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
