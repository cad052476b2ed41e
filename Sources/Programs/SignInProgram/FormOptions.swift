import Glibc
import Identity
import ProgramSupport
import Settings
import Sentences
import Administration

/// What a form is asked to do. A bare `signin` has the defaults.
struct FormOptions {
  var email: String?
  /// The result to write to standard output after signing in.
  var print: SignInOptions.Print?
  var readsPasswordFromStandardInput = false
  /// Whether the second line of standard input is the code of the second step.
  var readsCodeFromStandardInput = false
  /// Whether only accounts with a second step may pass the gate.
  var requiresSecondStep = false
  /// Whether to ask line by line instead of on a screen.
  var isPlain = false
  /// The settings file that `--config` names.
  var config: String?
  /// The account that locked the terminal; nil for a form that is no lock.
  var lock: LockOwner?
  /// Whether a session of this terminal takes the place of a sign-in.
  var reuses = false
  /// Whether the login is remembered without a tick in a box.
  var remembers = false
  /// The choices of settings.
  var choices: [SettingChoice] = []
  /// The index of the command to run after signing in, in the program's arguments without the program's name.
  var commandIndex: Int?

  /// Whether signing in always opens a session: only if a script or a command learns of it.
  var opensSession: Bool { print == .token || print == .json || commandIndex != nil }

  /// The program that the log names: the command behind the form, or `signin`.
  var program: String { commandIndex.map { CommandLine.arguments[$0 + 1] } ?? (lock == nil ? "signin" : "lock") }

  /// Whether users sign in at their own terminal, not at a gate or a lock. Then they can create accounts, and by
  /// default the form does not time out.
  var isPersonal: Bool { print == nil && commandIndex == nil && lock == nil }

  /// Whether the login can be remembered for the next form of this user, who must not be many people.
  func remembersLogin(_ settings: Settings) -> Bool { lock == nil && !settings.isUIDShared }

  /// Makes sure that a login can be remembered, if that is asked for.
  func requireMemory(_ settings: Settings) throws(Failure) {
    guard remembers && settings.isUIDShared else { return }
    throw Failure(
      .configuration,
      translated(
        "{option} isn't allowed here. Many people share this uid (throttle.gate-uids).", ["option": "--remember"]))
  }

  /// Whether the session of a sign-in is kept for the person's next programs, if it can be. Scripts sign in anybody, and
  /// a gate keeps a session only if it would reuse it.
  var keepsSession: Bool { (isPersonal || reuses) && !readsPasswordFromStandardInput }

  /// The seconds without a key after which the form closes; nil for never.
  func idleSeconds(_ settings: Settings) -> Int? {
    guard lock == nil else { return nil }
    let seconds = settings.timeout ?? (isPersonal ? 0 : 120)
    return seconds == 0 ? nil : seconds
  }
}

extension Settings {
  /// Whether many people use this user's forms.
  fileprivate var isUIDShared: Bool { throttle.gateUIDs.contains(UInt32(getuid())) }
}

extension FormOptions {
  /// The options on a command line.
  /// - Parameter arguments: The command line without the program's name.
  /// - Throws: A failure for options that contradict each other.
  init(_ login: LoginCommand, _ arguments: [String]) throws(Failure) {
    let options = login.signIn
    email = options.email
    print = options.print
    readsPasswordFromStandardInput = options.readsPassword
    readsCodeFromStandardInput = options.readsCode
    requiresSecondStep = options.require != nil
    isPlain = options.isPlain
    config = login.file.config
    reuses = options.reuse
    remembers = options.remember
    choices = login.choices
    commandIndex = try login.commandIndex(in: arguments)
    try check(login)
  }

  private func check(_ login: LoginCommand) throws(Failure) {
    if readsPasswordFromStandardInput && email == nil {
      throw .usage(translated("--password-stdin also needs --email."))
    }
    if readsCodeFromStandardInput && !readsPasswordFromStandardInput {
      throw .usage(translated("--code-stdin also needs --password-stdin."))
    }
    if reuses, readsPasswordFromStandardInput || requiresSecondStep {
      let option = readsPasswordFromStandardInput ? "--password-stdin" : "--require"
      throw .usage(translated("{option} can't be used with --reuse.", ["option": option]))
    }
    if remembers && readsPasswordFromStandardInput {
      throw .usage(translated("{option} can't be used with --password-stdin.", ["option": "--remember"]))
    }
    guard commandIndex == nil else {
      guard print == nil else {
        throw .usage(
          translated("--print can't be used with a command. The command gets SIGNIN_EMAIL and SIGNIN_SESSION instead."))
      }
      return
    }
    let gate = [
      ("--require", requiresSecondStep), ("--pty", login.signIn.pty), ("--token-fd", login.signIn.passesToken),
      ("--reuse", reuses),
    ]
    if let (option, _) = gate.first(where: \.1) {
      throw .usage(translated("{option} needs a command after --.", ["option": option]))
    }
  }

  /// The options of a lock.
  init(_ lock: LockCommand) {
    isPlain = lock.options.isPlain
    config = lock.options.config
    choices = lock.options.choices
  }

  /// The options of a command that shows no form.
  init(_ options: SubcommandOptions) {
    config = options.config
    choices = options.choices
  }
}
