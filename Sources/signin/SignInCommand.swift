import ArgumentParser
import Glibc
import Sentences

/// The subcommands. The form's own options come from ``FormOptions/table``, its help from ``HelpPage``.
struct SignInCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signin", abstract: translated("The sign-in form for the terminal."),
    usage: """
      signin [OPTIONS] [-- COMMAND ARG...]
      signin SUBCOMMAND ...
      """,
    version: "signin 0.1.0",
    subcommands: [
      AccountCommand.self, SessionCommand.self, ActivityCommand.self, ConfigCommand.self,
      DoctorCommand.self,
    ])
}

extension SignInCommand {
  /// Runs the subcommand that the command line asks for. In place of `main()`, which repeats on the terminal whatever
  /// stood there.
  static func play() throws(Failure) -> Never {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let message = message(for: error)
      let (name, command) = command(named: CommandLine.arguments.dropFirst())
      guard exitCode(for: error).isSuccess else {
        throw .mistake(message, in: name, hasSubcommands: !command.configuration.subcommands.isEmpty)
      }
      try StandardStreams.writePage(message.hasPrefix("OVERVIEW: ") ? HelpPage.text(of: command) : message)
    }
    Glibc.exit(ExitStatus.success.rawValue)
  }

  /// The command that a command line leads to, and what is typed for it.
  private static func command(named words: some Sequence<String>) -> (name: String, type: any ParsableCommand.Type) {
    var (name, command) = ("signin", self as any ParsableCommand.Type)
    for word in words where word != "help" && !word.hasPrefix("-") {
      let next = command.configuration.subcommands.first { $0.configuration.commandName == word }
      guard let next else { break }
      (name, command) = ("\(name) \(word)", next)
    }
    return (name, command)
  }
}

/// `signin account …`
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: translated("Look after the accounts."), usage: "signin account SUBCOMMAND ...",
    subcommands: [
      AddAccountCommand.self, ListAccountsCommand.self, RemoveAccountCommand.self, ChangePasswordCommand.self,
      LockAccountCommand.self, UnlockAccountCommand.self, ImportAccountsCommand.self, ExportAccountsCommand.self,
    ])
}
