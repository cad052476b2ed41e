import ArgumentParser
import Glibc
import SignInUI

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
      let (status, message) = (exitCode(for: error), fullMessage(for: error))
      if !status.isSuccess {
        StandardStreams.writeUsage(message)
      } else if !message.isEmpty {
        try StandardStreams.writeResult(message)
      }
      Glibc.exit(status.rawValue)
    }
    Glibc.exit(ExitStatus.success.rawValue)
  }
}

/// `signin account …`
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: translated("Look after the accounts."),
    subcommands: [
      AddAccountCommand.self, ListAccountsCommand.self, RemoveAccountCommand.self, ChangePasswordCommand.self,
      LockAccountCommand.self, UnlockAccountCommand.self, ImportAccountsCommand.self, ExportAccountsCommand.self,
    ])
}
