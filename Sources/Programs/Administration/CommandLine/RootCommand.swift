package import ArgumentParser
import Glibc
package import ProgramSupport
import Settings
import Sentences

/// The command line of `signin`. Its options are those of the form, and may stand before or after a subcommand.
package struct RootCommand: ParsableCommand, FormLine {
  package static let configuration = CommandConfiguration(
    commandName: "signin", abstract: "A sign-in form for the terminal.", usage: usage,
    discussion: """
      Shows a sign-in form in your terminal. The first time, it creates your account. Press F1 for all keys.

      EXAMPLES:
        signin                              sign in, or create the first account
        signin -- top                       run top only after signing in
        TOKEN=$(signin --print token)       get a token for a script
        signin session verify <<<"$TOKEN"   check whose token it is
        signin activity --search failed     recent failed sign-ins
        signin doctor                       check this machine

      See man signin for settings and exit statuses. signin config show prints the current settings.
      """,
    subcommands: [
      LoginCommand.self, AccountCommand.self, SessionCommand.self, StatusCommand.self, OutCommand.self,
      TokenCommand.self, LockCommand.self, ActivityCommand.self, ThrottleCommand.self, StoreCommand.self,
      ConfigCommand.self, ThemesCommand.self, DoctorCommand.self, MetricsCommand.self, ServeCommand.self,
      VersionCommand.self,
    ],
    defaultSubcommand: LoginCommand.self)

  package static let _errorPrefix = "signin: "

  static let usage = "signin [<options>] [-- <command> ...]\nsignin <subcommand>"

  @OptionGroup(title: "Sign-in Options") package var signIn: SignInOptions
  @OptionGroup(title: "Settings") package var settings: SettingOptions
  @OptionGroup package var store: StoreOption
  @OptionGroup package var file: ConfigOption
  @Flag(name: .version, help: "Print the version.") package var version = false

  package init() {}

  package func validate() throws { try answerVersion() }

  /// Parses a command line. Where the parser has the answer, such as help or a mistake, prints it and exits.
  /// - Parameter arguments: The command line without the program's name.
  package static func command(of arguments: [String]) throws(Failure) -> any ParsableCommand {
    do {
      let parsed = try parsed(arguments)
      if let form = form(of: parsed) { return form }
      if parsed.first == "help" { try requireSubcommands(parsed.dropFirst()) }
      let command = try parseAsRoot(parsed)
      if let flag = unusedFlag(of: command, in: arguments) {
        throw ValidationError(translated("{option} can't be used with a subcommand.", ["option": flag]))
      }
      return command
    } catch {
      throw try failure(error, isForProgram: arguments.first == "---completion")
    }
  }

  /// The command line of a form; nil if it is wrong or has a subcommand. A gate is started often: it needs neither the tree
  /// of all subcommands, nor its options parsed twice.
  private static func form(of arguments: [String]) -> LoginCommand? {
    // Help, the version and completion are the root's.
    guard let first = arguments.first, first.hasPrefix("--"), !first.hasPrefix("---"),
      let form = try? LoginCommand.parse(arguments), !form.hasWordsOfItsOwn(in: arguments)
    else { return nil }
    return form
  }

  /// The most arguments before `--`, and the most behind it, that a command of ours can have. The parser's time grows with
  /// the square of their number, and a command behind `--` may have any.
  static let mostParsed = 100

  /// The arguments that are worth parsing.
  private static func parsed(_ arguments: [String]) throws -> [String] {
    let own = arguments.prefix { $0 != "--" }
    guard own.count <= mostParsed else { throw ValidationError(translated("There are too many arguments before --.")) }
    return Array(own + arguments.dropFirst(own.count).prefix(1 + mostParsed))
  }

  /// Refuses help about a word that is no subcommand. The parser's own help would be about the group.
  private static func requireSubcommands(_ words: ArraySlice<String>) throws(Failure) {
    var group: any ParsableCommand.Type = RootCommand.self
    for word in words where !word.hasPrefix("-") && word != "help" && !group.configuration.subcommands.isEmpty {
      let named = group.configuration.subcommands.first { $0.configuration.names.contains(word) }
      guard let named else { throw .unknownSubcommand(word, of: group) }
      group = named
    }
  }

  /// A flag of the form that some subcommands have, and this one has not. The parser takes it for any.
  private static func unusedFlag(of command: any ParsableCommand, in arguments: [String]) -> String? {
    let options = arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
    let isUsed = [
      "--plain": command is LockCommand, "--token-fd": command is VerifySessionCommand,
      "--password-stdin": command is AddAccountCommand || command is ChangePasswordCommand,
    ]
    return command is LoginCommand
      ? nil : isUsed.keys.sorted().first { isUsed[$0] == false && options.contains(Substring($0)) }
  }

  /// Runs a command that needs nothing of the form, and exits.
  package static func run(_ command: any ParsableCommand) throws(Failure) -> Never {
    var command = command
    do {
      try command.run()
    } catch {
      throw try failure(error)
    }
    Glibc.exit(ExitStatus.success.rawValue)
  }

  /// Prints the parser's answer and exits. Typed text in it is cleaned.
  /// - Parameter isForProgram: Whether a program reads the answer, not a person.
  /// - Returns: The error, if it is a failure of ours.
  private static func failure(_ error: any Error, isForProgram: Bool = false) throws(Failure) -> Failure {
    if let failure = error as? Failure { return failure }
    let (answer, status) = (fullMessage(for: error), exitCode(for: error))
    if !status.isSuccess {
      // The form's help has a shorter name.
      StandardStreams.writeUsage(answer.replacing("'signin login --help'", with: "'signin --help'"))
    } else if isForProgram {
      try StandardStreams.writeResult(lines: answer)
    } else {
      try StandardStreams.writePage(answer)
    }
    Glibc.exit(status.rawValue)
  }
}

/// `signin`, which is also `signin login`: the form, and the command behind it.
package struct LoginCommand: ParsableCommand, FormLine {
  package static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Show the sign-in form.", usage: RootCommand.usage, shouldDisplay: false)

  // Again, so that the parser finds the nearest one to a mistyped option.
  @OptionGroup(title: "Sign-in Options") package var signIn: SignInOptions
  @OptionGroup(title: "Settings") package var settings: SettingOptions
  @OptionGroup package var store: StoreOption
  @OptionGroup package var file: ConfigOption
  @Flag(name: .version, help: "Print the version.") package var version = false

  @Argument(help: "A command to run after signing in, with its arguments.")
  var command: [String] = []

  package init() {}

  package func validate() throws { try answerVersion() }

  /// The index of the command behind `--` in the arguments; nil without one. The parser replaces bytes that are no
  /// UTF-8, so the command comes from the arguments as the program got them.
  /// - Throws: A failure for a word that is no subcommand, and if nothing follows `--`.
  package func commandIndex(in arguments: [String]) throws(Failure) -> Int? {
    if hasWordsOfItsOwn(in: arguments) { throw .unknownSubcommand(command[0], of: RootCommand.self) }
    guard let terminator = arguments.firstIndex(of: "--") else { return nil }
    guard terminator + 1 < arguments.count else { throw .commandMissing }
    return terminator + 1
  }

  /// Whether there are words before `--` that belong to no option.
  func hasWordsOfItsOwn(in arguments: [String]) -> Bool {
    let count = arguments.firstIndex(of: "--").map { arguments.count - $0 - 1 } ?? 0
    return command.count > min(count, RootCommand.mostParsed)
  }
}

/// `signin version`
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the version.", shouldDisplay: false)

  func run() throws { throw CleanExit.message(Program.version) }
}
