import ArgumentParser
import Glibc
import Sentences

/// The subcommands. The form's options come from ``FormOptions/table``, and its help from ``HelpPage``.
struct SignInCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signin", abstract: translated("A sign-in form for the terminal."),
    usage: """
      signin [OPTIONS] [-- COMMAND ARG...]
      signin SUBCOMMAND ...
      """,
    version: "signin 0.1.0",
    subcommands: [
      AccountCommand.self, SessionCommand.self, ActivityCommand.self, ThrottleCommand.self,
      ConfigCommand.self, ThemesCommand.self, DoctorCommand.self,
    ])
}

extension SignInCommand {
  /// Runs the subcommand on the command line. Takes the place of `main()`, which would repeat typed text on the
  /// terminal without cleaning it.
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

  /// The words that are accepted in the place of a subcommand.
  static var subcommandNames: [String] { configuration.subcommandNames + ["help", "version"] }
}

/// `signin account …`
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: translated("Manage accounts."), usage: "signin account SUBCOMMAND ...",
    subcommands: [
      AddAccountCommand.self, ListAccountsCommand.self, RemoveAccountCommand.self, ChangePasswordCommand.self,
      LockAccountCommand.self, UnlockAccountCommand.self, ImportAccountsCommand.self, ExportAccountsCommand.self,
    ])
}
