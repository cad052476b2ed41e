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
      ThemesCommand.self, DoctorCommand.self,
    ])
}

extension SignInCommand {
  /// Runs the subcommand that the command line asks for. In place of `main()`, which repeats on the terminal whatever
  /// stood there.
  static func play(_ arguments: [String]) throws(Failure) -> Never {
    let line = SubcommandLine(arguments)
    do {
      var command = try parseAsRoot(line.arguments)
      try command.run()
    } catch {
      let message = message(for: error)
      guard exitCode(for: error).isSuccess else { throw .mistake(message, in: line) }
      try StandardStreams.writePage(message.hasPrefix("OVERVIEW: ") ? HelpPage.text(of: line.command) : message)
    }
    Glibc.exit(ExitStatus.success.rawValue)
  }

  /// What may stand in the place of a subcommand.
  static var subcommandNames: [String] { configuration.subcommandNames + ["help", "version"] }
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
