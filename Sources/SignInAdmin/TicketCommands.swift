import ArgumentParser
import Programs
import Sentences

/// A command about the session of the terminal's ticket. signin does it; here are its help, and what is wrong with its
/// command line.
protocol TicketCommand: Subcommand {}

extension TicketCommand {
  func perform() throws(Failure) {
    throw Failure(
      .usage,
      translated(
        "signin does this itself. Start {command}.", ["command": "signin " + (Self.configuration.commandName ?? "")]))
  }
}

/// `signin status`
struct StatusCommand: TicketCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: SubcommandSummary.status.text,
    discussion: translated(
      "Exits with status 77 if nobody is signed in. This keeps the session active: its idle time restarts."))

  @OptionGroup var options: StoreOptions

  @Flag(help: ArgumentHelp(translated("Print one JSON object.")))
  var json = false
}

/// `signin out`
struct OutCommand: TicketCommand {
  static let configuration = CommandConfiguration(
    commandName: "out", abstract: SubcommandSummary.out.text,
    discussion: translated("Exits with status 77 if nobody is signed in."))

  @OptionGroup var options: StoreOptions
}

/// `signin token`
struct TokenCommand: TicketCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: SubcommandSummary.token.text,
    discussion: translated(
      "Exits with status 77 if nobody is signed in. This keeps the session active: its idle time restarts."))

  @OptionGroup var options: StoreOptions
}

/// `signin lock`
struct LockCommand: TicketCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: SubcommandSummary.lock.text,
    discussion: translated(
      "The session may have expired. If nobody has signed in here, it locks nothing and exits with status 77. "
        + "Besides the right password, only SIGHUP, SIGTERM and SIGKILL end the lock."))

  @OptionGroup var options: StoreOptions

  @Flag(help: ArgumentHelp(translated("Ask for the password in a line instead of drawing a form.")))
  var plain = false
}
