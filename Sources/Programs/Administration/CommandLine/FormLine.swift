package import ArgumentParser
import Identity
import ProgramSupport
package import Settings
import Sentences

/// A command line with all options of the form. Each group is a property of the command itself: the parser's checks of a
/// debug build take five times as long for each level of groups.
package protocol FormLine {
  var signIn: SignInOptions { get }
  var settings: SettingOptions { get }
  var store: StoreOption { get }
  var file: ConfigOption { get }
  /// Whether the version is asked for.
  var version: Bool { get }
}

extension FormLine {
  /// The settings that the options choose.
  package var choices: [SettingChoice] {
    settings.choices + store.choices
      + [("pty", signIn.pty), ("token-fd", signIn.passesToken)].compactMap { name, isOn in
        isOn ? SettingChoice(option: name, "on") : nil
      }
  }

  /// Prints the version if that is asked for.
  func answerVersion() throws {
    if version { throw CleanExit.message(Program.version) }
  }
}

extension NameSpecification {
  static let version: NameSpecification = [.customShort("V"), .customLong("version")]
}

/// The options that only a sign-in has.
package struct SignInOptions: ParsableArguments {
  /// The result to write to standard output after signing in.
  package enum Print: String, CaseIterable, ExpressibleByArgument {
    case token, email, json
  }

  /// What an account needs besides its password.
  package enum Requirement: String, CaseIterable, ExpressibleByArgument {
    case secondStep = "second-step"
  }

  @Option(help: "Fill in this email or user name.", completion: .email)
  package var email: String?

  @Option(help: "After sign-in, print this to standard output.")
  package var print: Print?

  @Flag(
    name: .customLong("code-stdin"),
    help: "Read a code or recovery code as the second line. Needs --password-stdin.")
  package var readsCode = false

  @Option(help: "Let only accounts with two-step sign-in run COMMAND.")
  package var require: Requirement?

  @Flag(help: "Give COMMAND a terminal of its own. When it exits, the session of the sign-in ends.")
  package var pty = false

  @Flag(help: "Run COMMAND without asking while you are signed in at this terminal.")
  package var reuse = false

  @Flag(help: "Remember the email or user name for your next form. The form offers this as a box to tick.")
  package var remember = false

  @Flag(name: .customLong("password-stdin"), help: PasswordInput.help)
  package var readsPassword = false

  @Flag(name: .customLong("token-fd"), help: "Pass the token of the session in the descriptor SIGNIN_TOKEN_FD.")
  package var passesToken = false

  @Flag(name: .customLong("plain"), help: PlainOption.help)
  package var isPlain = false

  package init() {}

  /// The options that are there, and that no subcommand has.
  var given: [String] {
    [
      ("--email", email != nil), ("--print", print != nil), ("--code-stdin", readsCode), ("--require", require != nil),
      ("--pty", pty), ("--reuse", reuse),
      ("--remember", remember),
    ].compactMap { name, isGiven in isGiven ? name : nil }
  }
}

/// The options that choose a setting for this run.
package struct SettingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Accounts that can sign in: signin (the default), those of a provider such as pam, or signin,pam.",
      valueName: "names"), completion: .list(["signin", "pam", "signin,pam"]))
  var accounts: String?

  @Option(help: ArgumentHelp("Exit with status 77 after N failed attempts (default 5).", valueName: "n"))
  var attempts: String?

  @Option(
    help: ArgumentHelp(
      "Exit with status 124 after this many idle seconds; 0 means never. Default: 0, or 120 with COMMAND or --print.",
      valueName: "seconds"))
  var timeout: String?

  @Option(
    name: .customLong("validate"),
    help: ArgumentHelp(
      "Show errors while you type (live, the default), or when you leave a field (late).", valueName: "live|late"),
    completion: .list(["live", "late"]))
  var validation: String?

  @Option(
    help: ArgumentHelp(
      "auto: suggest a fix for a mistyped mail domain (default); on: also confirm valid fields; off: neither.",
      valueName: "auto|on|off"), completion: .list(["auto", "on", "off"]))
  var hints: String?

  @Option(
    help: ArgumentHelp(
      "Colours: auto (the default), a name that signin themes lists, or a file such as ./my.theme.",
      valueName: "name|file"), completion: .theme)
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "Use the mouse (on, the default), or leave it to the terminal (off).", valueName: "on|off"),
    completion: .list(["on", "off"]))
  var mouse: String?

  package init() {}

  package var choices: [SettingChoice] {
    [
      ("accounts", accounts), ("attempts", attempts), ("timeout", timeout), ("validate", validation), ("hints", hints),
      ("theme", theme), ("mouse", mouse),
    ].compactMap { name, text in text.flatMap { SettingChoice(option: name, $0) } }
  }

  package func validate() throws {
    for choice in choices where !choice.isAcceptable {
      let (value, setting) = (choice.optionText ?? "", choice.setting)
      throw ValidationError(
        translated(
          "“{value}” isn't a valid {option}. Expected: {expected}.",
          ["value": value, "option": "--" + setting.name, "expected": setting.expected])
          + (DidYouMean.sentence(value, among: setting.words) ?? ""))
    }
  }
}

/// `--store`
package struct StoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Store to use: sqlite:PATH, postgresql://HOST/DATABASE, or the service at service:/PATH.", valueName: "url"),
    completion: .store)
  var store: String?

  package init() {}

  var choices: [SettingChoice] { store.flatMap { SettingChoice(option: "store", $0) }.map { [$0] } ?? [] }
}

/// `--config`
package struct ConfigOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read settings from a file; they override those of other files.", valueName: "file"),
    completion: .file())
  package var config: String?

  package init() {}
}

// Options of the form that some subcommands have, too. The parser reads the options of the root first, wherever they stand,
// so these groups only show a subcommand's in its help and completions. `SubcommandOptions` tells whether they are given.

/// `--password-stdin`
struct PasswordInput: ParsableArguments {
  static let help: ArgumentHelp = "Read passwords from standard input, one per line, and ask nothing."
  @Flag(name: .customLong("password-stdin"), help: help) var isGiven = false
}

/// `--email`, which is another thing there: `account list` takes a part of it.
struct EmailFilter: ParsableArguments {
  @Option(help: ArgumentHelp("Only accounts whose email contains this text.", valueName: "text"), completion: .email)
  var email: String?
}

/// `--token-fd`, which is another thing there: `session verify` reads a token.
struct TokenDescriptor: ParsableArguments {
  @Flag(name: .customLong("token-fd"), help: "Read the token from the descriptor <n>.") var isGiven = false
}

/// `--plain`
struct PlainOption: ParsableArguments {
  static let help: ArgumentHelp =
    "Ask one line at a time instead of drawing a form (also: ACCESSIBLE=1, TERM=dumb)."
  @Flag(name: .customLong("plain"), help: help) var isGiven = false
}
