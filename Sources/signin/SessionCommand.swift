import ArgumentParser

/// `signin session …`
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Check, list and end sessions.",
    subcommands: [VerifySessionCommand.self, ListSessionsCommand.self, RevokeSessionCommand.self])
}
