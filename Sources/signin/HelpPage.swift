import ArgumentParser

/// `signin --help`: a page for somebody who sees the program for the first time. It is laid out here, at most 80 columns
/// wide, because ArgumentParser would run the lines of a table together.
enum HelpPage {
  /// The page, without a line feed at its end.
  static var text: String {
    """
    \(SignInCommand.configuration.abstract)

    USAGE
      signin [OPTIONS] [-- COMMAND ARG...]
      signin SUBCOMMAND ...

    Shows a form on your terminal, signs you in, and says who you are. The first
    time it creates your account. F1 in the form lists its keys.

    EXAMPLES
      signin                              sign in, or create the first account
      signin -- top                       only who signs in gets to see top
      TOKEN=$(signin --print token)       a script gets a token of who signed in
      signin session verify <<<"$TOKEN"   and asks whose it is
      signin activity --search refused    who was turned away lately
      signin doctor                       is this machine fit for it?

    OPTIONS
    \(options)

    SUBCOMMANDS
    \(subcommands)

    Each subcommand says more with --help, as in: signin account add --help.

    EXIT STATUS
    \(statuses)

    MORE
      man signin, and signin config show for the settings in force.
    """
  }

  private static var options: String {
    let own = FormOptions.table.map { option in
      (term: option.name + (option.placeholder.map { " " + $0 } ?? ""), text: option.help)
    }
    return HangingList(indent: 30).text(
      own + [("--version", "Say which version this is."), ("-h, --help", "Show this page.")])
  }

  private static var subcommands: String {
    HangingList(indent: 20).text(leaves(of: SignInCommand.self, called: []))
  }

  /// The commands that do something, each by its whole name.
  private static func leaves(of command: any ParsableCommand.Type, called path: [String]) -> [(
    term: String, text: String
  )] {
    command.configuration.subcommands.flatMap { command in
      let path = path + [command.configuration.commandName ?? ""]
      return command.configuration.subcommands.isEmpty
        ? [(path.joined(separator: " "), command.configuration.abstract)] : leaves(of: command, called: path)
    }
  }

  private static var statuses: String {
    HangingList(indent: 10).text(
      ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) } + [("128+n", "Ended by signal n.")])
  }
}
