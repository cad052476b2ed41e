import ArgumentParser
import Sentences
import SignInUI

/// `signin --help`: a page for new users, at most 80 columns wide. It is laid out here because ArgumentParser would run
/// the lines of a table together. See Decisions/0035-help-from-tables.md.
enum HelpPage {
  /// The page, without a final line feed.
  static var text: String {
    page([
      (nil, SignInCommand.configuration.abstract),
      (
        translated("USAGE"),
        """
          signin [\(translated("OPTIONS"))] [-- COMMAND ARG...]
          signin \(translated("SUBCOMMAND")) ...
        """
      ),
      (
        nil,
        filled(
          translated(
            "Shows a sign-in form in your terminal. The first time, it creates your account. "
              + "Press F1 for all keys."))
      ),
      (translated("EXAMPLES"), HangingList(indent: 38).text(examples)),
      (translated("OPTIONS"), options),
      (translated("SUBCOMMANDS"), subcommands),
      (nil, furtherHelp),
      (translated("EXIT STATUS"), statuses),
      (
        translated("MORE"),
        filled(
          translated("See man signin; signin config show prints the current settings."), indent: 2)
      ),
    ])
  }

  /// Joins paragraphs, some under a head. Leaves out those without a body.
  static func page(_ paragraphs: [(head: String?, body: String)]) -> String {
    paragraphs.filter { !$0.body.isEmpty }.map { ($0.head.map { $0 + "\n" } ?? "") + $0.body }
      .joined(separator: "\n\n")
  }

  static var furtherHelp: String {
    filled(translated("For more about a subcommand, add --help, for example: signin account add --help."))
  }

  private static var examples: [(term: String, text: String)] {
    [
      ("signin", translated("sign in, or create the first account")),
      ("signin -- top", translated("run top only after signing in")),
      ("TOKEN=$(signin --print token)", translated("get a token for a script")),
      ("signin session verify <<<\"$TOKEN\"", translated("check whose token it is")),
      ("signin activity --search refused", translated("recent failed sign-ins")),
      ("signin doctor", translated("check this machine")),
    ]
  }

  static func filled(_ text: String, indent: Int = 0) -> String {
    wrapped(text, columns: HangingList.width - indent).map { String(repeating: " ", count: indent) + $0 }
      .joined(separator: "\n")
  }

  private static var options: String {
    let own = FormOptions.table.map { option in
      (term: option.name + (option.placeholder.map { " " + $0 } ?? ""), text: option.help)
    }
    return HangingList(indent: 30).text(
      own + [("-V, --version", translated("Print the version.")), Self.ownEntry])
  }

  /// The entry for `--help` itself.
  static var ownEntry: (term: String, text: String) { ("-h, --help", translated("Print this help.")) }

  private static var subcommands: String {
    HangingList(indent: 20).text(leaves(of: SignInCommand.self, called: []))
  }

  /// All commands without subcommands, by their full names.
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
      ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) } + [("128+n", translated("Ended by signal n."))])
  }
}
