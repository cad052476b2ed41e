import ArgumentParser
import Glibc

/// The subcommands, the help and its words. The form's own options come from ``FormOptions/table``.
struct SignInCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signin",
    abstract: "The sign-in form for the terminal.",
    usage: """
      signin [OPTIONS] [-- COMMAND ARG...]
      signin account add|list|remove|password|lock|unlock EMAIL
      signin session list|verify|revoke
      signin activity [EMAIL] [--search TEXT] [--limit N] [--json]
      """,
    discussion: """
      Shows a form on the terminal, signs in, and says who did: TOKEN=$(signin --print token).

      OPTIONS:
      \(FormOptions.help)

      EXIT STATUS:
        0 signed in   1 cancelled   64 wrong usage   65 not acceptable   66 no terminal
        69 store out of reach   74 input/output error   75 throttled   77 refused
        78 wrong configuration   124 timed out   126, 127 COMMAND cannot be run, or found
        128+n ended by signal n
      """,
    version: "signin 0.1.0",
    subcommands: [AccountCommand.self, SessionCommand.self, ConfigCommand.self, ActivityCommand.self])
}

/// `signin account …`
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Look after the accounts.",
    subcommands: [
      AddAccountCommand.self, ListAccountsCommand.self, RemoveAccountCommand.self, ChangePasswordCommand.self,
      LockAccountCommand.self, UnlockAccountCommand.self,
    ])
}
