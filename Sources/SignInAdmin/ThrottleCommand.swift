import ArgumentParser
import Sentences

/// `signin throttle …`
struct ThrottleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "throttle", abstract: translated("Show and clear failures and waits."),
    usage: "signin throttle SUBCOMMAND ...",
    subcommands: [ListThrottleCommand.self, ClearThrottleCommand.self])
}
