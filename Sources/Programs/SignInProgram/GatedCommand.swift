import Glibc
import Identity
import ProgramSupport
import Settings
import Secrets
import Sentences
import Terminal
import Unix

/// The command behind the form. It runs without a shell, and inherits everything as this program found it, except for an
/// empty signal mask and three variables. See Decisions/0091-own-terminal.md.
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
    guard let name = arguments[0] else { throw .commandMissing }
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
    throw failure(SystemError(number: refusal))
  }

  /// Replaces this program with the command.
  /// - Throws: A failure if the command cannot be run; this program can continue.
  func run(for signedIn: SignedIn, proving: Bool) throws(Failure) -> Never {
    let command = try prepare(for: signedIn, proving: proving)
    StandardStreams.reportUnlockedMemory()
    ProcessSignals.prepareForExec()
    throw failure(command.execute())
  }

  /// Runs the command on a terminal of its own, and waits for its end.
  /// - Throws: A failure if the command cannot be run.
  func runOnOwnTerminal(for signedIn: SignedIn, proving: Bool) throws(Failure) -> PseudoTerminal.Ending {
    let command = try prepare(for: signedIn, proving: proving)
    do {
      return try PtyRelay.run(command)
    } catch {
      switch error {
      case .notStarted(let error): throw failure(error)
      case .noTerminal(let error):
        throw failure(
          .commandNotRunnable,
          translated("there is no terminal for it ({error})", ["error": systemError(error.number)]))
      }
    }
  }

  /// The command with its variables.
  /// - Parameter proving: Whether the command gets a descriptor from which it can read the session's token.
  private func prepare(for signedIn: SignedIn, proving: Bool) throws(Failure) -> ExecutableCommand {
    guard let name = arguments[0] else { throw .commandMissing }
    var descriptor: Int32?
    if proving, let token = signedIn.token {
      do {
        descriptor = try Descriptors.reading(Array((token.base64URL + "\n").utf8))
      } catch {
        throw failure(error)
      }
    }
    var environment = EnvironmentVariables.found
    environment.set("SIGNIN_EMAIL", signedIn.email.text)
    environment.set("SIGNIN_SESSION", signedIn.session?.id.text)
    environment.set("SIGNIN_TOKEN_FD", descriptor.map(String.init))
    return ExecutableCommand(
      paths: Self.paths(of: name), arguments: arguments, environment: environment, keeping: descriptor)
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

  private func failure(_ error: SystemError) -> Failure {
    error.number == ENOENT
      ? failure(.commandNotFound, translated("it wasn't found"))
      : failure(.commandNotRunnable, systemError(error.number))
  }

  private func failure(_ status: ExitStatus, _ reason: String) -> Failure {
    let name = arguments[0].map { String(cString: $0) } ?? ""
    return Failure(status, translated("“{command}” can't be run: {reason}.", ["command": name, "reason": reason]))
  }
}

extension FormOptions {
  /// Checks that the command behind the form, if there is one, can be found.
  func findCommand() throws(Failure) {
    if let commandIndex { try GatedCommand(at: commandIndex).find() }
  }

  /// Runs the command, or writes the result to standard output.
  @MainActor func conclude(_ signedIn: SignedIn, _ composition: Composition) throws(Failure) {
    if let commandIndex {
      let (command, settings) = (GatedCommand(at: commandIndex), composition.settings)
      // Neither a fork nor another program finds an open store.
      composition.close()
      if settings.ownTerminal { try WaitingGate(command: command, composition: composition).run(for: signedIn) }
      try command.run(for: signedIn, proving: settings.tokenDescriptor)
    }
    if let line = SignInResult(signedIn: signedIn).line(print) { try StandardStreams.writeResult(line) }
  }
}
