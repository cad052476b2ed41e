import ArgumentParser
import TestSupport
import Testing

@testable import SignInCommand

@Suite("The page of help", .fewAtOnce)
struct HelpPageTests {
  @Test("is what a newcomer sees, by whatever of the three names")
  func page() async throws {
    let sandbox = try Sandbox()
    for arguments in [["--help"], ["-h"], ["help"], ["--hints", "on", "--help"]] {
      let shown = try await sandbox.run(arguments)
      #expect(shown.ending == .exited(0))
      #expect(shown.output == Self.page + "\n")
      #expect(shown.errors.isEmpty)
    }
  }

  @Test("has beside it what says which version this is, by whatever of the three names")
  func version() async throws {
    let sandbox = try Sandbox()
    for arguments in [["--version"], ["-V"], ["version"], ["--hints", "on", "-V"], ["--store", "sqlite:", "version"]] {
      let shown = try await sandbox.run(arguments)
      #expect(shown.ending == .exited(0))
      #expect(shown.output == SignInCommand.configuration.version + "\n")
    }
  }

  @Test("belongs to the command behind --, if there is one")
  func behindTheCommand() throws {
    guard case .form(let options) = try FormOptions.parse(["--", "ls", "--help"]) else {
      Issue.record("That is a form.")
      return
    }
    #expect(options.commandIndex == 1)
  }

  @Test("fits 80 columns, and so does that of every subcommand, which names its options", arguments: Subcommands.all)
  func subcommands(_ subcommand: Subcommands.Entry) {
    let page = HelpPage.text(of: subcommand.type)
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(page)")
    #expect(page.hasPrefix(subcommand.type.configuration.abstract))
    #expect(page.contains("\n\nUSAGE\n  signin \(subcommand.name)"))
    #expect(page.contains("\n  --store URL "))
    #expect(page.contains("\n  --config FILE "))
    #expect(page.contains("\n  -h, --help          Show this page."))
    #expect(!subcommand.type.configuration.abstract.isEmpty)
    #expect(Self.page.contains("  \(subcommand.name)  "), "The page names it.")
    #expect(HelpPage.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("of a subcommand is laid out like it, and so is that of a group of them")
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
    Add the accounts of a CSV file, all or none.

    USAGE
      signin account import FILE [--keep-going]

    The file is CSV as RFC 4180 has it, in UTF-8. Its first line names the columns,
    in any order: email, and password or hash or both. A row has one of the two; a
    hash is an argon2id PHC string like those that signin stores, in quotation
    marks, since there are commas in it. Bad rows are named by their lines on
    standard error, and nothing of what stands in them is repeated.

    Nothing is added before the whole file was read and every password hashed, so an
    import that is interrupted adds nothing. Passwords have to follow the rules for
    new ones; what lengths passwords behind hashes have cannot be known, so that
    from then on signing in accepts any. Delete the file afterwards, or let it come
    out of a pipe.

    EXAMPLES
      signin account import accounts.csv
      gpg --decrypt accounts.csv.gpg | signin account import -

    ARGUMENTS
      FILE                The file, or - for standard input.

    OPTIONS
      --keep-going        Leave out bad rows and add the others; the status is 65
                          all the same.
      --store URL         Where the accounts are: sqlite:PATH.
      --config FILE       A file of settings, stronger than those of the user and
                          the machine.
      -h, --help          Show this page.
    """

  private static let sessionPage = """
    Check, list and end sessions.

    USAGE
      signin session SUBCOMMAND ...

    OPTIONS
      -h, --help          Show this page.

    SUBCOMMANDS
      verify              Say whose session a token proves; status 77 when none.
      list                List the sessions that have not ended.
      revoke              End sessions: one, those of an account, or all.

    Each subcommand says more with --help, as in: signin account add --help.
    """

  private static let page = """
    The sign-in form for the terminal.

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
      --store URL                 Where the accounts are: sqlite:PATH.
      --email EMAIL               The email that the form starts with.
      --print token|email|json    What to write to standard output after signing in.
      --password-stdin            Read the password from standard input; nothing is
                                  asked. Needs --email.
      --plain                     Ask line by line, without a screen; also
                                  ACCESSIBLE=1 and TERM=dumb.
      --attempts N                End with status 77 after N refused tries; 5 by
                                  default.
      --timeout S                 End with status 124 after S seconds without a key;
                                  0 for never.
      --validate live|late        Show errors while typing (live), or when a field
                                  is left (late).
      --hints auto|on|off         Suggest a mail domain for a mistyped one (auto,
                                  the default), say of valid fields that they are as
                                  well (on), or neither.
      --theme NAME|FILE           The colours: auto (the default), a name that
                                  signin themes lists, or a file such as ./my.theme.
      --mouse on|off              Take clicks, on by default; off leaves the mouse
                                  to the terminal.
      --config FILE               A file of settings, stronger than those of the
                                  user and the machine.
      -V, --version               Say which version this is.
      -h, --help                  Show this page.

    SUBCOMMANDS
      account add       Add an account.
      account list      List the accounts.
      account remove    Remove an account and end its sessions. Its sign-in activity
                        is kept.
      account password  Change the password of an account.
      account lock      Let nobody sign in to an account, and end its sessions.
      account unlock    End the lock of an account.
      account import    Add the accounts of a CSV file, all or none.
      account export    Write the accounts as CSV, without anything secret.
      session verify    Say whose session a token proves; status 77 when none.
      session list      List the sessions that have not ended.
      session revoke    End sessions: one, those of an account, or all.
      activity          Show who tried to sign in, when, from where, and what became
                        of it.
      config show       Show the settings in force, and where each comes from.
      themes            Show the themes, each with a sample of the form.
      doctor            Say whether this machine and these settings are sound.

    Each subcommand says more with --help, as in: signin account add --help.

    EXIT STATUS
      0       Signed in, or done.
      1       Cancelled.
      64      Wrong usage of the command line.
      65      What was given is not acceptable, such as a password.
      66      No terminal, or nothing on standard input.
      69      The store cannot be reached.
      74      Reading or writing failed.
      75      Too many tries, and no screen to wait at.
      77      Refused: wrong email or password, or no valid token.
      78      The configuration is wrong, or nobody has an account.
      124     Timed out: nobody came.
      126     COMMAND cannot be run.
      127     COMMAND was not found.
      128+n   Ended by signal n.

    MORE
      man signin, and signin config show for the settings in force.
    """
}

/// The subcommands that do something.
enum Subcommands {
  struct Entry: Sendable, CustomTestStringConvertible {
    let path: [String]
    let type: any ParsableCommand.Type

    var name: String { path.joined(separator: " ") }
    var testDescription: String { name }

    /// Its long options, as its help names them.
    var options: Set<String> {
      let page = SignInCommand.helpMessage(for: type, columns: 80)
      let names = page.split(separator: "\n").compactMap { $0.firstMatch(of: /^  (?:-h, )?(--[a-z-]+)/)?.output.1 }
      return Set(names.map(String.init)).subtracting(["--version"])
    }
  }

  /// What each of them takes.
  static let common: Set<String> = ["--store", "--config", "--help"]

  static let all = leaves(of: SignInCommand.self, [])

  private static func leaves(of command: any ParsableCommand.Type, _ path: [String]) -> [Entry] {
    command.configuration.subcommands.flatMap { command in
      let path = path + [command.configuration.commandName ?? ""]
      return command.configuration.subcommands.isEmpty
        ? [Entry(path: path, type: command)] : leaves(of: command, path)
    }
  }
}
