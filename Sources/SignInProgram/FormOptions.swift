import Identity
import Programs
import Sentences
import SignIn

/// The command line of the form itself. `signin account` and the other subcommands have their own.
struct FormOptions {
  /// The result to write to standard output after signing in.
  enum Print: String, CaseIterable {
    case token, email, json
  }

  var email: String?
  var print: Print?
  var readsPasswordFromStandardInput = false
  /// Whether the second line of standard input is the code of the second step.
  var readsCodeFromStandardInput = false
  /// Whether only accounts with a second step may pass the gate.
  var requiresSecondStep = false
  /// Whether to ask line by line instead of on a screen.
  var isPlain = false
  /// The settings file that `--config` names.
  var config: String?
  /// The login that locked the terminal; nil for a form that is no lock.
  var lock: Login?
  /// Whether a session of this terminal takes the place of a sign-in.
  var reuses = false
  /// The choices of settings.
  var choices: [SettingChoice] = []
  /// The options that were used and need a command.
  private var gateOptions: [String] = []
  /// The index of the command to run after signing in, in the program's arguments without the program's name.
  var commandIndex: Int?

  /// Whether signing in always opens a session: only if a script or a command learns of it.
  var opensSession: Bool { print != nil || commandIndex != nil }

  /// The options given that only a new sign-in can honour.
  private var optionsThatNeedSignIn: [String] {
    (readsPasswordFromStandardInput ? ["--password-stdin"] : []) + (requiresSecondStep ? ["--require"] : [])
  }

  /// The program that the log names: the command behind the form, or `signin`.
  var program: String { commandIndex.map { CommandLine.arguments[$0 + 1] } ?? (lock == nil ? "signin" : "lock") }

  /// Whether users sign in at their own terminal, not at a gate or a lock. Then they can create accounts, the email is
  /// remembered, and by default the form does not time out.
  var isPersonal: Bool { print == nil && commandIndex == nil && lock == nil }

  /// Whether the session of a sign-in is kept for the person's next programs, if it can be. Scripts sign in anybody, and
  /// a gate keeps a session only if it would reuse it.
  var keepsSession: Bool { (isPersonal || reuses) && !readsPasswordFromStandardInput }

  /// The seconds without a key after which the form closes; nil for never.
  func idleSeconds(_ settings: Settings) -> Int? {
    guard lock == nil else { return nil }
    let seconds = settings.timeout ?? (isPersonal ? 0 : 120)
    return seconds == 0 ? nil : seconds
  }

  /// The options, in the order of `--help`. Parsing and the help share this table, so they cannot differ. No library
  /// runs before the first frame: see Decisions/0015-before-the-first-frame.md.
  static let table: [Option] = [
    Option(
      SharedOption.store.rawValue, SharedOption.store.placeholder, SharedOption.store.help, setting: "store"),
    Option("--email", "EMAIL", translated("Fill in this email or user name.")) { $0.email = $1 },
    Option(
      "--accounts", "NAME[,NAME]",
      translated("Accounts that can sign in: signin (the default), those of a provider such as pam, or signin,pam."),
      setting: "accounts"),
    Option("--print", "token|email|json", translated("After sign-in, print this to standard output.")) {
      (options, value) throws(Mistake) in
      guard let print = Print(rawValue: value) else {
        let words = Print.allCases.map(\.rawValue)
        throw Mistake(expected: words.joined(separator: ", "), words: words)
      }
      options.print = print
    },
    Option(
      "--password-stdin", nil, translated("Read the password from standard input and ask nothing. Needs --email.")
    ) {
      options, _ in options.readsPasswordFromStandardInput = true
    },
    Option("--code-stdin", nil, translated("Read a code or recovery code as the second line. Needs --password-stdin."))
    {
      options, _ in options.readsCodeFromStandardInput = true
    },
    Option(
      "--plain", nil, translated("Ask one line at a time instead of drawing a form (also: ACCESSIBLE=1, TERM=dumb).")
    ) {
      options, _ in options.isPlain = true
    },
    Option(
      "--attempts", "N", translated("Exit with status 77 after N failed attempts (default 5)."),
      setting: "attempts"),
    Option(
      "--timeout", "S",
      translated(
        "Exit with status 124 after S idle seconds; 0 means never. Default: 0, or 120 with COMMAND or --print."),
      setting: "timeout"),
    Option(
      "--validate", "live|late",
      translated("Show errors while you type (live, the default), or when you leave a field (late)."),
      setting: "validate"),
    Option(
      "--hints", "auto|on|off",
      translated(
        "auto: suggest a fix for a mistyped mail domain (default); on: also confirm valid fields; "
          + "off: neither."),
      setting: "hints"),
    Option(
      "--theme", "NAME|FILE",
      translated("Colours: auto (the default), a name that signin themes lists, or a file such as ./my.theme."),
      setting: "theme"),
    Option(
      "--mouse", "on|off", translated("Use the mouse (on, the default), or leave it to the terminal (off)."),
      setting: "mouse"),
    Option("--require", "second-step", translated("Let only accounts with two-step sign-in run COMMAND.")) {
      (options, value) throws(Mistake) in
      guard value == "second-step" else { throw Mistake(expected: "second-step", words: ["second-step"]) }
      options.requiresSecondStep = true
      options.gateOptions.append("--require")
    },
    Option(
      "--pty", on: "pty",
      translated("Give COMMAND a terminal of its own. When it exits, the session of the sign-in ends.")),
    Option(
      "--token-fd", on: "token-fd",
      translated("Let COMMAND read its session's token from descriptor SIGNIN_TOKEN_FD.")),
    Option(
      "--reuse", nil, translated("Run COMMAND without asking while you are signed in at this terminal.")
    ) {
      options, _ in
      options.reuses = true
      options.gateOptions.append("--reuse")
    },
    Option(SharedOption.config.rawValue, SharedOption.config.placeholder, SharedOption.config.help) {
      $0.config = $1
    },
  ]
}

extension FormOptions {
  /// One option of the table.
  struct Option: Sendable {
    let name: String
    /// The placeholder for the value in the help; nil for an option without a value.
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

    /// An option that sets a setting.
    init(_ name: String, _ placeholder: String, _ help: String, setting: String) {
      self.init(name, placeholder, help) { (options, value) throws(Mistake) in
        guard let choice = SettingChoice(option: setting, value) else { return }
        guard choice.isAcceptable else {
          throw Mistake(expected: choice.setting.expected, words: choice.setting.words)
        }
        options.choices.insert(choice, at: 0)
      }
    }

    /// An option without a value that turns a setting on.
    init(_ name: String, on setting: String, _ help: String) {
      self.init(name, nil, help) { options, _ in
        options.gateOptions.append(name)
        if let choice = SettingChoice(option: setting, "on") { options.choices.insert(choice, at: 0) }
      }
    }
  }

  /// A value that the option does not accept.
  struct Mistake: Error {
    let expected: String
    /// The words that the option accepts; empty if it accepts other values.
    let words: [String]
  }

  /// The request of a command line.
  enum Invocation {
    case form(FormOptions)
    /// The help page.
    case help
    case version
    /// A subcommand, which has options of its own.
    case subcommand
  }

  /// Parses the arguments after the program's name.
  static func parse(_ arguments: [String]) throws(Failure) -> Invocation {
    var options = FormOptions()
    // The first option that no subcommand has.
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
        // The help of a subcommand is that of its parser.
        let isHelp = argument == "help" && !rest.contains { SubcommandSummary.firstWords.contains($0) }
        return argument == "version" ? .version : isHelp ? .help : .subcommand
      }
      let option = try options.take(argument, &rest)
      if own == nil && SharedOption(rawValue: option.name) == nil { own = option.name }
    }
    if options.readsPasswordFromStandardInput && options.email == nil {
      throw .usage(translated("--password-stdin also needs --email."))
    }
    if options.readsCodeFromStandardInput && !options.readsPasswordFromStandardInput {
      throw .usage(translated("--code-stdin also needs --password-stdin."))
    }
    for option in options.optionsThatNeedSignIn where options.reuses {
      throw .usage(translated("{option} can't be used with --reuse.", ["option": option]))
    }
    if options.print != nil && options.commandIndex != nil {
      throw .usage(
        translated("--print can't be used with a command. The command gets SIGNIN_EMAIL and SIGNIN_SESSION instead."))
    }
    if options.commandIndex == nil, let option = options.gateOptions.first {
      throw .usage(translated("{option} needs a command after --.", ["option": option]))
    }
    return .form(options)
  }

  private static func misplaced(_ argument: String, behind option: String) -> Failure {
    SubcommandSummary.firstWords.union(["help", "version"]).contains(argument)
      ? .usage(translated("{option} can't be used with a subcommand.", ["option": option]))
      : .usage(
        translated("Unexpected argument “{argument}”. Put a command to run after --.", ["argument": argument]))
  }

  /// Parses an option with its value.
  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(Failure) -> Option {
    let name = String(argument.prefix { $0 != "=" })
    guard let option = Self.table.first(where: { $0.name == name }) else {
      throw .usage(.noOption(name, among: Self.table.map(\.name) + ["--version", "--help"]))
    }
    let given = name == argument ? nil : String(argument.dropFirst(name.count + 1))
    let value = try Self.value(of: option, given: given, &rest)
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
