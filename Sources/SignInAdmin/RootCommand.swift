import ArgumentParser
import Glibc
import Programs
import Sentences

/// The subcommands. People type `signin`, so that is the name in help and messages.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signin", abstract: translated("Manage accounts, sessions and settings of signin."),
    usage: "signin SUBCOMMAND ...", version: Program.version,
    subcommands: [
      AccountCommand.self, SessionCommand.self, StatusCommand.self, OutCommand.self, TokenCommand.self,
      LockCommand.self, ActivityCommand.self, ThrottleCommand.self,
      StoreCommand.self, ConfigCommand.self, ThemesCommand.self, DoctorCommand.self,
    ])
}

extension RootCommand {
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
      LockAccountCommand.self, UnlockAccountCommand.self, SecondStepCommand.self, RecoveryCodesCommand.self,
      LinkAccountCommand.self, UnlinkAccountCommand.self, ListLinksCommand.self,
      ImportAccountsCommand.self, ExportAccountsCommand.self,
    ])
}
