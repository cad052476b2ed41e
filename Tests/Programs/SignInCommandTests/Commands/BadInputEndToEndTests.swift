import Foundation
import TestSupport
import Testing

@Suite("Bad input gets a clear sentence and its exit code", .fewAtOnce)
struct BadInputEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test(
    "Without a terminal it says so and exits with 66, whatever TERM is: sshd sets none where it gives no terminal",
    arguments: ["xterm", ""], [[], ["--plain"]])
  func noTerminal(term: String, arguments: [String]) async throws {
    let finished = try await sandbox.run(arguments, environment: ["TERM": term])
    #expect(finished.ending == .exited(66))
    #expect(finished.errors == "signin: There is no terminal. With ssh, use -t.\n")
    #expect(finished.output.isEmpty)
  }

  @Test(
    "A --store that names none is a wrong command line, with status 64; elsewhere it is a wrong setting, with 78"
  )
  func noStore() async throws {
    let list = ["account", "list"]
    let sentence =
      "signin: “foo” isn't a store. Use sqlite:PATH, postgresql://HOST/DATABASE, or service:/PATH for a service.\n"
    let byOption = try await sandbox.run(list + ["--store", "foo"])
    #expect(byOption.ending == .exited(64))
    #expect(byOption.errors == sentence)
    let byEnvironment = try await sandbox.run(list, environment: ["SIGNIN_STORE": "foo"])
    #expect(byEnvironment.ending == .exited(78))
    #expect(byEnvironment.errors == sentence)
    let path = sandbox.path("settings.toml")
    try "title = \"Castle\"\nstore = \"foo\"\n".write(toFile: path, atomically: true, encoding: .utf8)
    let byFile = try await sandbox.run(list + ["--config", path], environment: ["SIGNIN_STORE": nil])
    #expect(byFile.ending == .exited(78))
    #expect(byFile.errors == sentence.replacing("signin: ", with: "signin: \(path), line 2: "))
  }

  @Test("A file that isn't a store is named and never overwritten")
  func damagedStore() async throws {
    let path = sandbox.path("notes.txt")
    try Data("These are my notes.\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let finished = try await sandbox.run(
      ["--store", "sqlite:" + path, "--password-stdin", "--email", StoreFixture.email],
      input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains(path))
    #expect(try sandbox.contents(of: "notes.txt") == "These are my notes.\n")
  }

  @Test("A form with a damaged store closes, and its path is reported with status 69")
  func damagedStoreOnScreen() async throws {
    let path = sandbox.path("notes.db")
    try Data("These are my notes.\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let tmux = try await Tmux([Sandbox.signin, "--store", "sqlite:" + path], in: sandbox, columns: 200)
    #expect(try await tmux.ending() == .exited(69))
    try await tmux.wait(for: path)
    #expect(try sandbox.contents(of: "notes.db") == "These are my notes.\n")
  }

  @Test("A store in a directory writable by others is refused, with status 78")
  func untrustedStore() async throws {
    let directory = sandbox.path("open")
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
    let arguments = ["--store", "sqlite:\(directory)/signin.db"]
    let finished = try await sandbox.run(
      arguments + ["--password-stdin", "--email", StoreFixture.email], input: .text("some horse\n"))
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains(directory))
    let tmux = try await Tmux([Sandbox.signin] + arguments, in: sandbox)
    #expect(try await tmux.ending() == .exited(78))
  }

  @Test(
    "Wrong usage is explained, with status 64",
    arguments: [
      (["--password-stdin"], "--password-stdin also needs --email. See signin"),
      (["--code-stdin"], "--code-stdin also needs --password-stdin. See signin"),
      (["--require", "second-step"], "--require needs a command after --. See signin"),
      (["--email", "a@b.cd", "--"], "-- needs a command after it. See signin"),
      (["--plain", "top"], "Unknown subcommand “top”. Put a command to run after --. See signin"),
      (["top", "--", "ls"], "Unknown subcommand “top”. Put a command to run after --. See signin"),
      (["accoumt", "add", "a@b.cd"], "Unknown subcommand “accoumt”. Did you mean account? See signin"),
      (["confg", "show"], "Unknown subcommand “confg”. Did you mean config? See signin"),
      (["passwd"], "Unknown subcommand “passwd”. Did you mean account password? See signin"),
      (["--store", "sqlite:x", "account", "lst"], "Unknown subcommand “lst”. Did you mean list? See signin account"),
      (["account", "it's"], "Unknown subcommand “it's”. See signin account"),
      (["help", "passwd"], "Unknown subcommand “passwd”. Did you mean account password? See signin"),
      (["help", "account", "lst"], "Unknown subcommand “lst”. Did you mean list? See signin account"),
      (
        ["activity", "--since", "2026-11-28T18:56+01:00"],
        "“2026-11-28T18:56+01:00” isn't a valid --since. Expected: 2d, today, 2026-11-20, 2026-11-20T17:25, "
          + "2026-11-20T17:25Z. See signin activity"
      ),
      (["session", "\u{1B}[2J"], "Unknown subcommand “\u{FFFD}[2J”. See signin session"),
    ])
  func usage(arguments: [String], sentence: String) async throws {
    let finished = try await sandbox.run(arguments)
    #expect(finished.ending == .exited(64))
    #expect(finished.errors == "signin: \(sentence) --help.\n")
    #expect(finished.output.isEmpty)
  }

  @Test("Workers explain their usage, too: for --help on standard output, with status 0", arguments: ["oidc", "pam"])
  func workers(name: String) async throws {
    let program = Pty.product("signin-" + name)
    let help = try await sandbox.run(program, ["--help"])
    #expect(help.ending == .exited(0) && help.output.hasPrefix("usage: signin-\(name) ") && help.errors.isEmpty)
    let wrong = try await sandbox.run(program, ["--nix"])
    #expect(wrong.ending == .exited(64) && wrong.errors == help.output && wrong.output.isEmpty)
  }

  @Test("Any number of arguments is read at once, before and behind --")
  func manyArguments() async throws {
    let many = (1...20_000).map(String.init)
    let before = try await sandbox.run(many)
    #expect(before.ending == .exited(64))
    #expect(before.errors.contains("There are too many arguments before --."))
    let behind = try await sandbox.run(["--", "/nowhere/command"] + many)
    #expect(behind.ending == .exited(127))
  }

  @Test(
    "So is what the parser finds wrong, with the usage and a pointer to the help",
    arguments: [
      (["--colour"], "Unknown option '--colour'", ""),
      (["--theem", "dark"], "Unknown option '--theem'. Did you mean '--theme'?", ""),
      (["-version"], "Unknown option '-version'. Did you mean '--version'?", ""),
      (["--hints", "offf"], "“offf” isn't a valid --hints. Expected: auto, on, off. Did you mean off?", ""),
      (["--email"], "Missing value for '--email <email>'", ""),
      (["--email", "--", "ls"], "Missing value for '--email <email>'", ""),
      (["--password-stdin=yes", "--email", "a@b.cd"], "The option '--password-stdin' does not take any value", ""),
      (["--email", "a@b.cd", "account"], "--email can't be used with a subcommand.", "account help"),
      (["--require", "second-step", "account", "list"], "--require can't be used with a subcommand.", "account list"),
      (["account", "list", "--plain"], "--plain can't be used with a subcommand.", ""),
      (["--password-stdin", "status"], "--password-stdin can't be used with a subcommand.", ""),
      (["token", "--token-fd"], "--token-fd can't be used with a subcommand.", ""),
      (
        ["store", "copy", "sqlite:/a", "service=b", "--store", "sqlite:/c"],
        "--store can't be used with a subcommand.", "store copy"
      ),
      (
        ["store", "copy", "sqlite:/a", "sqlite:/b"],
        "Give two stores: sqlite:PATH and postgresql://HOST/DATABASE.", "store copy"
      ),
      (
        ["account", "add", "a@b.cd", "--pasword-stdin"],
        "Unknown option '--pasword-stdin'. Did you mean '--password-stdin'?", "account add"
      ),
      (["account", "add"], "Missing expected argument '<email>'", "account add"),
      (["account", "import"], "Missing expected argument '<file>'", "account import"),
      (["account", "list", "a"], "Unexpected argument 'a'", "account list"),
      (["account", "list", "--", "ls"], "Unexpected argument 'ls'", "account list"),
      (["account", "list", "--jso"], "Unknown option '--jso'. Did you mean '--json'?", "account list"),
      (["account", "list", "-é"], "Unknown option '-é'", "account list"),
      (["account", "list", "--store"], "Missing value for '--store <url>'", ""),
      (["activity", "--limit", "it's"], "The value 'it's' is invalid for '--limit <n>'", "activity"),
      (["activity", "--limit", "0"], "--limit must be 1 or more.", "activity"),
      (["session", "revoke"], "Choose what to end: SESSION, EMAIL, --token-stdin or --all.", "session revoke"),
      (["session", "revoke", "--email", "a@b.cd"], "--email can't be used with a subcommand.", "session revoke"),
      (["session", "verify", "--token-fd"], "--token-fd needs the number of a descriptor.", "session verify"),
    ])
  func parserUsage(arguments: [String], sentence: String, command: String) async throws {
    let finished = try await sandbox.run(arguments)
    #expect(finished.ending == .exited(64))
    #expect(finished.errors.hasPrefix("signin: \(sentence)"), "\(finished.errors)")
    #expect(finished.errors.contains("\nUsage: signin "))
    let name = ["signin", command].filter { !$0.isEmpty }.joined(separator: " ")
    #expect(finished.errors.hasSuffix("\n  See '\(name) --help' for more information.\n"), "\(finished.errors)")
    #expect(finished.output.isEmpty)
  }

  @Test("Other words that people know mean what they expect")
  func aliases() async throws {
    for words in [["account", "ls"], ["session", "ls"], ["throttle", "ls"]] {
      #expect(try await sandbox.run(words).ending == .exited(0), "\(words)")
    }
    for words in [["whoami"], ["logout"]] {
      #expect(try await sandbox.run(words).errors.hasPrefix("signin: Nobody is signed in"), "\(words)")
    }
    #expect(try await sandbox.run(["login"]).errors == "signin: There is no terminal. With ssh, use -t.\n")
    #expect(
      try await sandbox.run(["account", "rm", StoreFixture.email, "--yes"]).output == "Removed \(StoreFixture.email)\n")
    #expect(try await sandbox.run(["account", "delete", StoreFixture.email, "--yes"]).ending == .exited(65))
  }

  @Test("An argument that begins with - follows --")
  func dash() async throws {
    let added = try await sandbox.run(
      ["account", "add", "--password-stdin", "--", "--all@x.com"], input: .text(StoreFixture.password + "\n"))
    #expect(added.output == "Added --all@x.com\n", "\(added.errors)")
  }

  @Test("Options of the form that choose a setting may stand before or after a subcommand")
  func anywhere() async throws {
    for words in [["--theme", "light", "config", "show"], ["config", "show", "--theme", "light"]] {
      let shown = try await sandbox.run(words)
      #expect(shown.output.contains(/theme = "light" +# command line/), "\(shown)")
    }
  }

  @Test("A paste of 10,000 characters is refused with a message, and typing still works")
  func longPaste() async throws {
    let tmux = try await Tmux([Sandbox.signin], in: sandbox)
    try await tmux.wait(for: "Password")
    try await tmux.paste(String(repeating: "0123456789", count: 1000))
    try await tmux.wait(for: "Too long to paste: the limit is 4096 bytes.")
    try await tmux.type(StoreFixture.email)
    try await tmux.wait(for: "✓")
  }

  @Test("Bytes that aren't UTF-8 are dropped, the text around them is kept")
  func invalidUTF8() async throws {
    let tmux = try await Tmux([Sandbox.signin], in: sandbox)
    try await tmux.wait(for: "Password")
    try await tmux.send(bytes: [0x61, 0xff, 0xc3, 0x64, 0xe2, 0x82, 0x61])
    try await tmux.type("@lovelace.example")
    let screen = try await tmux.wait(for: "✓")
    #expect(screen.place(of: " ada@lovelace.example ") != nil)
  }

  @Test("An invalid email is refused from standard input too, with status 65")
  func emailNotValid() async throws {
    let finished = try await sandbox.run(["--password-stdin", "--email", "ada"], input: .text("some horse\n"))
    #expect(finished.ending == .exited(65))
    #expect(finished.errors == "signin: Entered email is not valid. It has no @.\n")
  }

  @Test("Empty standard input exits with 66")
  func nothingOnStandardInput() async throws {
    for input in [ChildProcess.Input.nothing, .closed] {
      let finished = try await sandbox.run(["--password-stdin", "--email", StoreFixture.email], input: input)
      #expect(finished.ending == .exited(66))
    }
  }

  @Test("Without accounts a script learns how to add one, with status 78")
  func noAccounts() async throws {
    let empty = "sqlite:" + sandbox.path("empty.db")
    let finished = try await sandbox.run(
      ["--store", empty, "--password-stdin", "--email", StoreFixture.email], input: .text("some horse\n"))
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains("signin account add EMAIL"))
  }

  @Test("A result that can't be written is a failure, with status 74")
  func fullStandardOutput() async throws {
    let finished = try await sandbox.run(
      "sh", ["-c", #"exec "$0" "$@" >/dev/full"#, Sandbox.signin, "--password-stdin", "--email", StoreFixture.email],
      input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(74))
    #expect(finished.errors.contains("can't be written to standard output"))
  }

  @Test(
    "A command says what it has done, even if its result can't be written",
    arguments: [
      ("account password ada@lovelace.example --reset", "Changed the password of ada@lovelace.example."),
      ("account lock ada@lovelace.example", "Locked ada@lovelace.example."),
    ])
  func doneInSpiteOfFullOutput(command: String, done: String) async throws {
    let finished = try await sandbox.run("sh", ["-c", #""$0" \#(command) >/dev/full"#, Sandbox.signin])
    #expect(finished.ending == .exited(74))
    #expect(finished.errors.hasPrefix("signin: \(done) The result can't be written to standard output: "))
  }

  @Test(
    "Memory that can't be locked causes one warning and blocks no sign-in", .tags(.passwordsStayInside),
    arguments: ["", "-- true", "--pty -- true", "--pty -- sh -c 'kill $$'"])
  func unlockedMemory(command: String) async throws {
    // Root may lock any amount of memory, whatever the limit.
    let unprivileged = geteuid() == 0 ? "setpriv --bounding-set -ipc_lock" : ""
    let script = #"ulimit -l 0; exec \#(unprivileged) "$0" --password-stdin --email "$1" \#(command)"#
    let finished = try await sandbox.run(
      "sh", ["-c", script, Sandbox.signin, StoreFixture.email], input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == (command.contains("kill") ? .signalled(SIGTERM) : .exited(0)))
    let sentences = [
      "signin: Memory can't be locked, so a password being typed may reach the swap space.",
      "Raise the limit on locked memory (ulimit -l), now 0 KiB.\n",
    ]
    #expect(finished.errors == sentences.joined(separator: " "))
  }
}
