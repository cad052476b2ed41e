import Sentences
import SignIn

/// What the command line of the form itself says. `signin account` and the other subcommands have their own.
struct FormOptions {
  /// What is written to standard output after signing in.
  enum Print: String, CaseIterable {
    case token, email, json
  }

  var email: String?
  var print: Print?
  var readsPasswordFromStandardInput = false
  /// Whether line-by-line prompts are asked for in place of the screen.
  var isPlain = false
  /// The file of settings that is named.
  var config: String?
  /// What is said about settings.
  var choices: [SettingChoice] = []
  /// Where in the program's arguments, its name not counted, the command begins that comes after signing in.
  var commandIndex: Int?

  /// Whether a session is opened: when somebody gets to know of it.
  var opensSession: Bool { print != nil || commandIndex != nil }

  /// What somebody signs in for, as it stands in the log of attempts.
  var program: String { commandIndex.map { CommandLine.arguments[$0 + 1] } ?? "signin" }

  /// For somebody at their own terminal, not for whoever passes a gate: accounts can be created, the email is
  /// remembered, and nothing ends while nobody looks.
  var isPersonal: Bool { print == nil && commandIndex == nil }

  /// Seconds without a key after which the form ends, nil for never.
  func idleSeconds(_ settings: Settings) -> Int? {
    let seconds = settings.timeout ?? (isPersonal ? 0 : 120)
    return seconds == 0 ? nil : seconds
  }

  /// The options, in the order of `--help`. One table for parsing and for the help, so that neither lags behind; no
  /// library stands before the first frame, see the decision log.
  static let table: [Option] = [
    Option("--store", "URL", translated("Where the accounts are: sqlite:PATH."), setting: "store"),
    Option("--email", "EMAIL", translated("The email that the form starts with.")) { $0.email = $1 },
    Option("--print", "token|email|json", translated("What to write to standard output after signing in.")) {
      (options, value) throws(Mistake) in
      guard let print = Print(rawValue: value) else {
        let words = Print.allCases.map(\.rawValue)
        throw Mistake(expected: words.joined(separator: ", "), words: words)
      }
      options.print = print
    },
    Option(
      "--password-stdin", nil, translated("Read the password from standard input; nothing is asked. Needs --email.")
    ) {
      options, _ in options.readsPasswordFromStandardInput = true
    },
    Option("--plain", nil, translated("Ask line by line, without a screen; also ACCESSIBLE=1 and TERM=dumb.")) {
      options, _ in options.isPlain = true
    },
    Option(
      "--attempts", "N", translated("End with status 77 after N refused tries; 5 by default."),
      setting: "attempts"),
    Option(
      "--timeout", "S", translated("End with status 124 after S seconds without a key; 0 for never."),
      setting: "timeout"),
    Option(
      "--validate", "live|late", translated("Show errors while typing (live), or when a field is left (late)."),
      setting: "validate"),
    Option(
      "--hints", "auto|on|off",
      translated(
        "Suggest a mail domain for a mistyped one (auto, the default), say of valid fields that they are as well (on), "
          + "or neither."),
      setting: "hints"),
    Option(
      "--theme", "NAME|FILE",
      translated("The colours: auto (the default), a name that signin themes lists, or a file such as ./my.theme."),
      setting: "theme"),
    Option(
      "--mouse", "on|off", translated("Take clicks, on by default; off leaves the mouse to the terminal."),
      setting: "mouse"),
    Option("--config", "FILE", translated("A file of settings, stronger than those of the user and the machine.")) {
      $0.config = $1
    },
  ]

  /// What the help says of an option, for commands that have it too.
  static func help(of name: String) -> String { table.first { $0.name == name }?.help ?? "" }

  /// The options that every subcommand takes as well.
  static let shared = ["--store", "--config"]
}

extension FormOptions {
  /// One option of the table.
  struct Option: Sendable {
    let name: String
    /// What stands for the value in the help; nil for an option without one.
    let placeholder: String?
    let help: String
    let apply: @Sendable (inout FormOptions, String) throws(Mistake) -> Void

    init(
      _ name: String, _ placeholder: String?, _ help: String,
      _ apply: @escaping @Sendable (inout FormOptions, String) throws(Mistake) -> Void
    ) {
      self.name = name
      self.placeholder = placeholder
      self.help = help
      self.apply = apply
    }

    /// An option that chooses a setting.
    init(_ name: String, _ placeholder: String, _ help: String, setting: String) {
      self.init(name, placeholder, help) { (options, value) throws(Mistake) in
        guard let choice = SettingChoice(option: setting, value) else { return }
        var scratch = Settings()
        guard choice.setting.apply(&scratch, choice.value) else {
          throw Mistake(expected: choice.setting.expected, words: choice.setting.words)
        }
        options.choices.insert(choice, at: 0)
      }
    }
  }

  /// A value that the option does not take.
  struct Mistake: Error {
    let expected: String
    /// The words that it takes, where it takes only those.
    let words: [String]
  }

  /// What a command line asks for.
  enum Invocation {
    case form(FormOptions)
    /// The page of help.
    case help
    case version
    /// A subcommand: ArgumentParser's business.
    case subcommand
  }

  /// Reads the arguments behind the program's name.
  static func parse(_ arguments: [String]) throws(Failure) -> Invocation {
    var options = FormOptions()
    // The first option that no subcommand takes.
    var own: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if ["-h", "--help"].contains(argument) { return .help }
      if ["-V", "--version"].contains(argument) { return .version }
      if argument == "--" {
        guard !rest.isEmpty else { throw .usage(.commandMissing) }
        options.commandIndex = rest.startIndex
        break
      }
      guard argument.hasPrefix("-") else {
        if let own { throw misplaced(argument, behind: own) }
        return argument == "version" ? .version : argument == "help" && rest.isEmpty ? .help : .subcommand
      }
      let option = try options.take(argument, &rest)
      if own == nil && !shared.contains(option.name) { own = option.name }
    }
    if options.readsPasswordFromStandardInput && options.email == nil {
      throw .usage(translated("--password-stdin needs --email as well."))
    }
    if options.print != nil && options.commandIndex != nil {
      throw .usage(
        translated("--print and a command exclude each other: the command gets SIGNIN_EMAIL and SIGNIN_SESSION."))
    }
    return .form(options)
  }

  private static func misplaced(_ argument: String, behind option: String) -> Failure {
    SignInCommand.subcommandNames.contains(argument)
      ? .usage(translated("{option} can't be used with a subcommand.", ["option": option]))
      : .usage(
        translated("Unexpected argument “{argument}”. Put a command to run after --.", ["argument": argument]))
  }

  /// Takes an option with its value.
  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(Failure) -> Option {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = Self.table.first(where: { $0.name == parts[0] }) else {
      throw .usage(.noOption(parts[0], among: Self.table.map(\.name) + ["--version", "--help"]))
    }
    let value = try Self.value(of: option, given: parts.count == 2 ? parts[1] : nil, &rest)
    do {
      try option.apply(&self, value)
    } catch {
      throw .usage(
        translated(
          "“{value}” isn't a valid {option}. Expected: {expected}.",
          ["value": value, "option": option.name, "expected": error.expected])
          + (DidYouMean.sentence(value, among: error.words) ?? ""))
    }
    return option
  }

  private static func value(
    of option: Option, given: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    switch (option.placeholder, given) {
    case (nil, nil): return ""
    case (nil, .some): throw .usage(.valueNotTaken(option: option.name))
    case (.some, .some(let value)): return value
    case (.some(let placeholder), nil):
      guard let value = rest.popFirst() else {
        throw .usage(.valueMissing(option: option.name, value: placeholder))
      }
      return value
    }
  }
}
