import ArgumentParser
import Programs
import TestSupport
import Testing

@testable import SignInAdmin
@testable import SignInProgram

@Suite("The help page", .fewAtOnce)
struct HelpPageTests {
  @Test("is printed by each of its three names")
  func page() async throws {
    let sandbox = try Sandbox()
    for arguments in [["--help"], ["-h"], ["help"], ["--hints", "on", "--help"]] {
      let shown = try await sandbox.run(arguments)
      #expect(shown.ending == .exited(0))
      #expect(shown.output == Self.page + "\n")
      #expect(shown.errors.isEmpty)
    }
  }

  @Test("tells the version by each of its three names too")
  func version() async throws {
    let sandbox = try Sandbox()
    for arguments in [["--version"], ["-V"], ["version"], ["--hints", "on", "-V"], ["--store", "sqlite:", "version"]] {
      let shown = try await sandbox.run(arguments)
      #expect(shown.ending == .exited(0))
      #expect(shown.output == Program.version + "\n")
    }
  }

  @Test("belongs to the command after --, if there is one")
  func behindTheCommand() throws {
    guard case .form(let options) = try FormOptions.parse(["--", "ls", "--help"]) else {
      Issue.record("That is a form.")
      return
    }
    #expect(options.commandIndex == 1)
  }

  @Test("fits 80 columns, like that of every subcommand, which names its options", arguments: Subcommands.all)
  func subcommands(_ subcommand: Subcommands.Entry) {
    let page = HelpPage.text(of: subcommand.type)
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(page)")
    #expect(page.hasPrefix(subcommand.type.configuration.abstract))
    #expect(page.contains("\n\nUSAGE\n  signin \(subcommand.name)"))
    // A copy is between two stores, and its arguments name both.
    let namesOne = subcommand.name != "store copy"
    #expect(page.contains("\n  --store URL ") == namesOne)
    #expect(page.contains("\n  --config FILE ") == namesOne)
    #expect(page.contains("\n  -h, --help          Print this help."))
    #expect(!subcommand.type.configuration.abstract.isEmpty)
    #expect(Self.page.contains("  \(subcommand.name)  "), "The page names it.")
    #expect(HelpPage.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("names exactly the subcommands of signin-admin, in its words")
  func summaries() {
    #expect(Subcommands.all.map(\.name) == SubcommandSummary.allCases.map(\.rawValue))
    #expect(Subcommands.all.map { $0.type.configuration.abstract } == SubcommandSummary.allCases.map(\.text))
  }

  @Test("of a subcommand has the same layout, and so does that of a group")
  func subcommandPage() async throws {
    let sandbox = try Sandbox()
    for arguments in [["account", "import", "--help"], ["help", "account", "import"]] {
      #expect(try await sandbox.run(arguments).output == Self.importPage + "\n")
    }
    for arguments in [["session"], ["session", "-h"], ["help", "session"]] {
      #expect(try await sandbox.run(arguments).output == Self.sessionPage + "\n")
    }
    #expect(try await sandbox.run(["help", "frobnicate"]).output == Self.page + "\n")
  }

  private static let importPage = """
    Add the accounts from a CSV file, all or none.

    USAGE
      signin account import FILE [--keep-going]

    The file is CSV (RFC 4180) in UTF-8. Its first line names the columns, in any
    order: email, and password or hash or both. Each row has a password or a hash. A
    hash is an argon2id PHC string like those in the store; put it in quotation
    marks, because it contains commas. Bad rows are reported on standard error by
    line number, without their contents.

    Nothing is added until the whole file has been read and every password hashed,
    so an interrupted import adds all accounts or none. Passwords must follow the
    rules for new ones. The length of a hashed password is unknown, so after an
    import of hashes signin accepts passwords of any length at sign-in. Delete the
    file afterwards, or pipe it in.

    EXAMPLES
      signin account import accounts.csv
      gpg --decrypt accounts.csv.gpg | signin account import -

    ARGUMENTS
      FILE                The file, or - for standard input.

    OPTIONS
      --keep-going        Skip bad rows and add the rest; the status is still 65.
      --store URL         Store to use: sqlite:PATH, postgresql://HOST/DATABASE, or
                          the service at service:/PATH.
      --config FILE       Read settings from FILE; they override the user's and the
                          system's.
      -h, --help          Print this help.
    """

  private static let sessionPage = """
    Check, list and end sessions.

    USAGE
      signin session SUBCOMMAND ...

    OPTIONS
      -h, --help          Print this help.

    SUBCOMMANDS
      verify              Print a token owner's email. Exit with status 77 if the
                          token isn't valid.
      list                List active sessions.
      revoke              End one session, an account's sessions, or all sessions.

    For more about a subcommand, add --help, for example: signin account add --help.
    """

  private static let page = """
    A sign-in form for the terminal.

    USAGE
      signin [OPTIONS] [-- COMMAND ARG...]
      signin SUBCOMMAND ...

    Shows a sign-in form in your terminal. The first time, it creates your account.
    Press F1 for all keys.

    EXAMPLES
      signin                              sign in, or create the first account
      signin -- top                       run top only after signing in
      TOKEN=$(signin --print token)       get a token for a script
      signin session verify <<<"$TOKEN"   check whose token it is
      signin activity --search refused    recent failed sign-ins
      signin doctor                       check this machine

    OPTIONS
      --store URL                 Store to use: sqlite:PATH,
                                  postgresql://HOST/DATABASE, or the service at
                                  service:/PATH.
      --email EMAIL               Fill in this email or user name.
      --accounts NAME[,NAME]      Accounts that can sign in: signin (the default),
                                  those of a provider such as pam, or signin,pam.
      --print token|email|json    After sign-in, print this to standard output.
      --password-stdin            Read the password from standard input and ask
                                  nothing. Needs --email.
      --code-stdin                Read a code or recovery code as the second line.
                                  Needs --password-stdin.
      --plain                     Ask one line at a time instead of drawing a form
                                  (also: ACCESSIBLE=1, TERM=dumb).
      --attempts N                Exit with status 77 after N failed attempts
                                  (default 5).
      --timeout S                 Exit with status 124 after S idle seconds; 0 means
                                  never. Default: 0, or 120 with COMMAND or --print.
      --validate live|late        Show errors while you type (live, the default), or
                                  when you leave a field (late).
      --hints auto|on|off         auto: suggest a fix for a mistyped mail domain
                                  (default); on: also confirm valid fields; off:
                                  neither.
      --theme NAME|FILE           Colours: auto (the default), a name that signin
                                  themes lists, or a file such as ./my.theme.
      --mouse on|off              Use the mouse (on, the default), or leave it to
                                  the terminal (off).
      --require second-step       Let only accounts with two-step sign-in run
                                  COMMAND.
      --pty                       Give COMMAND a terminal of its own. When it exits,
                                  the session of the sign-in ends.
      --token-fd                  Let COMMAND read its session's token from
                                  descriptor SIGNIN_TOKEN_FD.
      --reuse                     Run COMMAND without asking while you are signed in
                                  at this terminal.
      --config FILE               Read settings from FILE; they override the user's
                                  and the system's.
      -V, --version               Print the version.
      -h, --help                  Print this help.

    SUBCOMMANDS
      account add          Add an account.
      account list         List the accounts.
      account remove       Remove an account and end its sessions. Its sign-in
                           activity is kept.
      account password     Change the password of an account.
      account lock         Lock an account: nobody can sign in, and its sessions
                           end.
      account unlock       Unlock an account and clear its failed attempts.
      account second-step  Tell whether an account has two-step sign-in, or turn it
                           off.
      account recovery     Make ten new recovery codes for an account. The others
                           become invalid.
      account link         Let a user of another provider sign in to an account.
      account unlink       Remove a link: the user can't sign in to the account, and
                           its sessions end.
      account links        List the users of other providers who can sign in to an
                           account.
      account import       Add the accounts from a CSV file, all or none.
      account export       Print the accounts as CSV, without passwords or hashes.
      session verify       Print a token owner's email. Exit with status 77 if the
                           token isn't valid.
      session list         List active sessions.
      session revoke       End one session, an account's sessions, or all sessions.
      status               Print who is signed in at this terminal, since when, and
                           until when.
      out                  Sign out at this terminal: end its session.
      token                Print the token of this terminal's session, for a script.
      lock                 Lock this terminal until the account of its last session
                           signs in.
      activity             List attempts and account changes: who, when, from where,
                           with what result.
      throttle list        List emails and sources with failures, and their waits.
      throttle clear       Forget failures, so that nobody must wait for them.
      store migrate        Make the tables of a store in PostgreSQL, or bring them
                           to this version.
      store copy           Copy a store from a file into PostgreSQL, whole or not at
                           all.
      config show          Show the current settings, and where each comes from.
      themes               Show the themes, each with a sample of the form.
      doctor               Check this machine and its settings.

    For more about a subcommand, add --help, for example: signin account add --help.

    EXIT STATUS
      0       Signed in, or done.
      1       Cancelled, or signed out.
      64      Invalid command line.
      65      Invalid input, such as a password that breaks the rules.
      66      No terminal, or no input.
      69      The store, the journal or the service can't be used.
      74      Reading or writing failed.
      75      Too many attempts (only without a screen).
      76      Signing in takes another step (only without a screen).
      77      Refused: wrong email or password, invalid token, or nobody signed in.
      78      Wrong settings, an unsafe store, or no accounts yet.
      124     Timed out.
      126     COMMAND can't be run.
      127     COMMAND wasn't found.
      128+n   Ended by signal n.

    MORE
      See man signin; signin config show prints the current settings.
    """
}

/// The subcommands that perform an action.
enum Subcommands {
  struct Entry: Sendable, CustomTestStringConvertible {
    let path: [String]
    let type: any ParsableCommand.Type

    var name: String { path.joined(separator: " ") }
    var testDescription: String { name }

    /// Its long options, as its help names them.
    var options: Set<String> {
      let page = RootCommand.helpMessage(for: type, columns: 80)
      let names = page.split(separator: "\n").compactMap { $0.firstMatch(of: /^  (?:-h, )?(--[a-z-]+)/)?.output.1 }
      return Set(names.map(String.init)).subtracting(["--version"])
    }
  }

  /// The options of every subcommand.
  static let common: Set<String> = ["--store", "--config", "--help"]

  static let all = leaves(of: RootCommand.self, [])

  private static func leaves(of command: any ParsableCommand.Type, _ path: [String]) -> [Entry] {
    command.configuration.subcommands.flatMap { command in
      let path = path + [command.configuration.commandName ?? ""]
      return command.configuration.subcommands.isEmpty
        ? [Entry(path: path, type: command)] : leaves(of: command, path)
    }
  }
}
