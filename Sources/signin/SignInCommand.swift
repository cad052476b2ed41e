import ArgumentParser
import Glibc

/// The subcommands. The form's own options come from ``FormOptions/table``, its help from ``HelpPage``.
struct SignInCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signin", abstract: "The sign-in form for the terminal.",
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

/// `signin account …`
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Look after the accounts.",
    subcommands: [
      AddAccountCommand.self, ListAccountsCommand.self, RemoveAccountCommand.self, ChangePasswordCommand.self,
      LockAccountCommand.self, UnlockAccountCommand.self, ImportAccountsCommand.self, ExportAccountsCommand.self,
    ])
}
