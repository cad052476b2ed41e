import Foundation
import TestSupport
import Testing

@Suite("Bad input gets a clear sentence and its exit code", .fewAtOnce)
struct BadInputEndToEndTests {
  let household: Household
  var sandbox: Sandbox { household.sandbox }

  init() async throws {
    household = try await Household()
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

  @Test("An unknown terminal type is named, with status 66")
  func unknownTerminal() async throws {
    let tmux = try await Tmux(["env", "TERM=nonsense-9", Sandbox.signin], in: sandbox)
    #expect(try await tmux.ending() == .exited(66))
    try await tmux.wait(for: "This machine doesn't know the terminal type “nonsense-9”.")
  }

  @Test("Without TERM it asks for TERM, with status 66")
  func unnamedTerminal() async throws {
    let tmux = try await Tmux(["env", "-u", "TERM", Sandbox.signin], in: sandbox)
    #expect(try await tmux.ending() == .exited(66))
    try await tmux.wait(for: "TERM isn't set.")
  }

  @Test(
    "A --store that names none is a wrong command line, with status 64; in the environment it is a wrong setting, with 78"
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
  }

  @Test("A file that isn't a store is named and never overwritten")
  func damagedStore() async throws {
    let path = sandbox.path("notes.txt")
    try Data("These are my notes.\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let finished = try await sandbox.run(
      ["--store", "sqlite:" + path, "--password-stdin", "--email", Household.email],
      input: .text(Household.password + "\n"))
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
      arguments + ["--password-stdin", "--email", Household.email], input: .text("some horse\n"))
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains(directory))
    let tmux = try await Tmux([Sandbox.signin] + arguments, in: sandbox)
    #expect(try await tmux.ending() == .exited(78))
  }

  @Test(
    "Wrong usage is explained, with status 64",
    arguments: [
      (["--colour"], "Unknown option “--colour”."),
      (["--theem", "dark"], "Unknown option “--theem”. Did you mean --theme?"),
      (["--hints", "offf"], "“offf” isn't a valid --hints. Expected: auto, on, off. Did you mean off?"),
      (["-version"], "Unknown option “-version”. Did you mean --version?"),
      (["--email"], "--email needs a value: EMAIL."),
      (["--print", "password"], "“password” isn't a valid --print. Expected: token, email, json."),
      (["--password-stdin"], "--password-stdin also needs --email."),
      (["--code-stdin"], "--code-stdin also needs --password-stdin."),
      (["--require", "second-step"], "--require needs a command after --."),
      (["--require", "nothing", "--", "true"], "“nothing” isn't a valid --require. Expected: second-step."),
      (["--password-stdin=yes", "--email", "a@b.cd"], "--password-stdin takes no value."),
      (["--email", "a@b.cd", "account"], "--email can't be used with a subcommand."),
      (["--plain", "top"], "Unexpected argument “top”. Put a command to run after --."),
    ])
  func usage(arguments: [String], sentence: String) async throws {
    let finished = try await sandbox.run(arguments)
    #expect(finished.ending == .exited(64))
    #expect(finished.errors == "signin: \(sentence) See signin --help.\n")
    #expect(finished.output.isEmpty)
  }

  @Test(
    "So is wrong usage of a subcommand, with a pointer to its help",
    arguments: [
      (["frobnicate"], "Unknown subcommand “frobnicate”. See signin"),
      (["accoumt"], "Unknown subcommand “accoumt”. Did you mean account? See signin"),
      (["confg", "show", "--json"], "Unknown subcommand “confg”. Did you mean config? See signin"),
      (
        ["--store", "sqlite:x", "account", "lst"],
        "Unknown subcommand “lst”. Did you mean list? See signin account"
      ),
      (
        ["account", "add", "a@b.cd", "--pasword-stdin"],
        "Unknown option “--pasword-stdin”. Did you mean --password-stdin? See signin account add"
      ),
      (["account", "it's"], "Unknown subcommand “it's”. See signin account"),
      (["account", "add"], "EMAIL is missing. See signin account add"),
      (["account", "import"], "FILE is missing. See signin account import"),
      (["account", "list", "a"], "Unexpected argument “a”. See signin account list"),
      (["account", "list", "a", "b"], "Unexpected argument “a”. See signin account list"),
      (["account", "list", "--jso"], "Unknown option “--jso”. Did you mean --json? See signin account list"),
      (["account", "list", "--it's"], "Unknown option “--it's”. See signin account list"),
      (["account", "list", "-é"], "Unknown option “-é”. See signin account list"),
      (["account", "list", "--json=yes"], "--json takes no value. See signin account list"),
      (["account", "list", "--store"], "--store needs a value: URL. See signin account list"),
      (["activity", "--limit", "it's"], "--limit needs a number, not “it's”. See signin activity"),
      (["activity", "--limit", "0"], "--limit must be 1 or more. See signin activity"),
      (
        ["session", "revoke"],
        "Choose what to end: SESSION, --token-stdin, --email EMAIL or --all. See signin session revoke"
      ),
      (["session", "\u{1B}[2J"], "Unknown subcommand “\u{FFFD}[2J”. See signin session"),
    ])
  func subcommandUsage(arguments: [String], sentence: String) async throws {
    let finished = try await sandbox.run(arguments)
    #expect(finished.ending == .exited(64))
    #expect(finished.errors == "signin: \(sentence) --help.\n")
    #expect(finished.output.isEmpty)
  }

  @Test("A paste of 10,000 characters is refused with a message, and typing goes on")
  func longPaste() async throws {
    let tmux = try await Tmux([Sandbox.signin], in: sandbox)
    try await tmux.wait(for: "Password")
    try await tmux.paste(String(repeating: "0123456789", count: 1000))
    try await tmux.wait(for: "Too long to paste: the limit is 4096 bytes.")
    try await tmux.type(Household.email)
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
    #expect(finished.errors == "signin: Entered email is not valid.\n")
  }

  @Test("Empty standard input exits with 66")
  func nothingOnStandardInput() async throws {
    for input in [ChildProcess.Input.nothing, .closed] {
      let finished = try await sandbox.run(["--password-stdin", "--email", Household.email], input: input)
      #expect(finished.ending == .exited(66))
    }
  }

  @Test("Without accounts a script learns how to add one, with status 78")
  func noAccounts() async throws {
    let empty = "sqlite:" + sandbox.path("empty.db")
    let finished = try await sandbox.run(
      ["--store", empty, "--password-stdin", "--email", Household.email], input: .text("some horse\n"))
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains("signin account add EMAIL"))
  }

  @Test("A result that can't be written is a failure, with status 74")
  func fullStandardOutput() async throws {
    let finished = try await sandbox.run(
      "sh", ["-c", #"exec "$0" "$@" >/dev/full"#, Sandbox.signin, "--password-stdin", "--email", Household.email],
      input: .text(Household.password + "\n"))
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
      "sh", ["-c", script, Sandbox.signin, Household.email], input: .text(Household.password + "\n"))
    #expect(finished.ending == (command.contains("kill") ? .signalled(SIGTERM) : .exited(0)))
    let sentences = [
      "signin: Memory can't be locked, so a password being typed may reach the swap space.",
      "Raise the limit on locked memory (ulimit -l), now 0 KiB.\n",
    ]
    #expect(finished.errors == sentences.joined(separator: " "))
  }
}
