import Programs
import Sentences

extension HelpPage {
  /// `signin --help`, without a final line feed.
  static var text: String {
    page([
      (nil, translated("A sign-in form for the terminal.")),
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

  private static var options: String {
    let own = FormOptions.table.map { option in
      (term: option.name + (option.placeholder.map { " " + $0 } ?? ""), text: option.help)
    }
    return HangingList(indent: 30).text(
      own + [("-V, --version", translated("Print the version.")), ownEntry])
  }

  private static var subcommands: String {
    HangingList(indent: 23).text(SubcommandSummary.allCases.map { ($0.rawValue, $0.text) })
  }

  private static var statuses: String {
    HangingList(indent: 10).text(
      ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) } + [("128+n", translated("Ended by signal n."))])
  }
}
