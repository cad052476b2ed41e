package import ArgumentParser

// The commands about the session of this terminal, and the one about the session of a token. The program performs them
// with the parts of the form, as scripts call them often.

/// `signin status`
package struct StatusCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    "status", "Print who is signed in at this terminal, since when, and until when.",
    "Exits with status 77 if nobody is signed in. This keeps the session active: its idle time restarts.",
    examples: "signin status", "signin status --json", aliases: ["whoami"])

  @Flag(help: "Print one JSON object.")
  package var json = false

  @OptionGroup package var options: SubcommandOptions

  package init() {}
}

/// `signin out`
package struct OutCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    "out", "Sign out at this terminal: end its session.", "Exits with status 77 if nobody is signed in.",
    examples: "signin out", "signin logout --store sqlite:/srv/signin.db", aliases: ["logout"])

  @OptionGroup package var options: SubcommandOptions

  package init() {}
}

/// `signin token`
package struct TokenCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    "token", "Print the token of this terminal's session, for a script.",
    "Exits with status 77 if nobody is signed in. This keeps the session active: its idle time restarts.",
    examples: "TOKEN=$(signin token)", "signin token | signin session verify")

  @OptionGroup package var options: SubcommandOptions

  package init() {}
}

/// `signin lock`
package struct LockCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    "lock", "Lock this terminal until the account of its last session signs in.",
    "The session may have expired. If nobody has signed in here, it says so until Enter is pressed, locks nothing and exits "
      + "with status 77. Besides the right password, only SIGHUP, SIGTERM and SIGKILL end the lock; if its form dies, "
      + "it starts again.",
    examples: "signin lock", "signin lock --theme light")

  @OptionGroup var plain: PlainOption
  @OptionGroup package var settings: SettingOptions
  @OptionGroup package var options: SubcommandOptions

  package init() {}
}

/// `signin session verify`: the owner of a token's session, for a script that got the token.
package struct VerifySessionCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    "verify", "Print a token owner's email. Exit with status 77 if the token isn't valid.",
    "Reads one line, the token, from standard input, or with --token-fd from a descriptor. This keeps the session "
      + "active: its idle time restarts.",
    usage: "signin session verify [--token-fd <n>]",
    examples: "printf '%s\\n' \"$TOKEN\" | signin session verify",
    "signin session verify --token-fd \"$SIGNIN_TOKEN_FD\"")

  // The form has a flag of this name, so the number is an argument.
  @OptionGroup var token: TokenDescriptor
  @Argument(help: ArgumentHelp("The descriptor of --token-fd, such as $SIGNIN_TOKEN_FD.", valueName: "n"))
  var number: Int32?

  @OptionGroup package var options: SubcommandOptions

  package init() {}

  package func validate() throws {
    if options.passesToken != (number != nil) { throw ValidationError("--token-fd needs the number of a descriptor.") }
  }

  /// The descriptor with the token.
  package var descriptor: Int32 { number ?? 0 }
}
