import ArgumentParser
import Sentences

/// `signin session …`
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: translated("Check, list and end sessions."),
    usage: "signin session SUBCOMMAND ...",
    subcommands: [VerifySessionCommand.self, ListSessionsCommand.self, RevokeSessionCommand.self])
}
