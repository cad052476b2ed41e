import Foundation
import TestSupport
import Testing

@Suite("A hostile environment is refused, or harmless", .fewAtOnce)
struct HostileEnvironmentTests {
  let fixture: StoreFixture
  private var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  private func signIn(_ password: String = StoreFixture.password, _ environment: [String: String?] = [:]) async throws
    -> ChildProcess.Finished
  {
    try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email], input: .text(password + "\n"), environment: environment)
  }

  private func make(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
    let path = sandbox.path(name)
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: URL(filePath: path))
    chmod(path, mode)
  }

  private func mode(_ name: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(sandbox.path(name), &status) == 0, "\(name) is missing")
    return status.st_mode & 0o7777
  }

  /// How a form ends on a terminal whose description is in that folder, after Esc if necessary.
  private func form(terminfo folder: String) throws -> ChildProcess.Ending {
    let pty = try Pty(
      [Sandbox.signin],
      environment: sandbox.environment(with: ["TERM": "xterm-256color", "TERMINFO": folder]))
    try pty.wait(for: "form") { pty.hasEnded || pty.settings != pty.found }
    // Ctrl-D leaves a form in lines, Esc one on the screen.
    let ending = try pty.wait(pressing: "\u{04}\u{1B}")
    #expect(pty.settings == pty.found)
    return ending
  }

  @Test(
    "A terminal description with wrong bytes gives a form that can be left",
    .tags(.environmentLetsNobodyIn))
  func terminfo() async throws {
    let folder = sandbox.path("terminfo")
    let source = sandbox.path("d")
    let made = try await sandbox.run(
      "sh", ["-c", "infocmp -x xterm-256color >'\(source)' && tic -x -o '\(folder)' '\(source)'"])
    try #require(made.ending == .exited(0), "\(made.errors)")
    let file = folder + "/x/xterm-256color"
    let whole = [UInt8](try Data(contentsOf: URL(filePath: file)))
    var random = SeededGenerator(seed: 5)
    for round in 0..<LongRun.rounds(4, promised: 300) {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        damaged[Int.random(in: 0..<whole.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if round % 4 == 0 { damaged.removeLast(.random(in: 0..<whole.count, using: &random)) }
      try Data(damaged).write(to: URL(filePath: file))
      let ending = try form(terminfo: folder)
      #expect(ending == .exited(1), "round \(round): \(ending)")
    }
  }

  @Test(
    "A description of a billion cells gives a form in lines; one of a billion colours, or of no cells or colours, one on a screen",
    arguments: [
      "cols#32767 lines#32767", "colors#0x7fffffff", "colors#0x1000000 pairs#0x7fff",
      "pairs#0x7fffffff", "cols#0 lines#0", "colors#0 pairs#0", "it#0",
    ])
  func terminfo(numbers: String) async throws {
    let changes = numbers.split(separator: " ").map { number in
      "-e 's/^\t\(number.prefix { $0 != "#" })#.*/\t\(number),/'"
    }
    let script = "infocmp -1 xterm-256color | sed \(changes.joined(separator: " ")) >d && tic -o terminfo d"
    let made = try await sandbox.run("sh", ["-c", "cd '\(sandbox.directory)' && " + script])
    try #require(made.ending == .exited(0), "\(made.errors)")
    #expect(try form(terminfo: sandbox.path("terminfo")) == .exited(1))
  }

  @Test(
    "A home that is missing, no directory, a circle of links, or too long ends in a sentence",
    .tags(.environmentLetsNobodyIn),
    arguments: [
      "relative", "/dev/null", "/nowhere/\u{0301}", "/proc/self/fd", "CIRCLE", String(repeating: "/a", count: 60_000),
    ])
  func homes(home: String) async throws {
    let circle = sandbox.path("circle")
    symlink(circle, circle)
    let home = home == "CIRCLE" ? circle : home
    for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"] {
      let finished = try await signIn(StoreFixture.password, [name: home, "SIGNIN_STORE": nil])
      #expect(finished.ending == .exited(78) || finished.ending == .exited(69), "\(name): \(finished)")
      #expect(finished.errors.hasPrefix("signin: "))
      let wrong = try await signIn("wrong horse", [name: home])
      #expect(wrong.ending != .exited(0), "\(name): \(wrong)")
    }
  }

  @Test(
    "Libraries and locales named in the environment sign nobody in", .tags(.environmentLetsNobodyIn),
    arguments: [
      ["LD_PRELOAD": "/no/such/library.so"], ["LD_LIBRARY_PATH": "/dev/null:."], ["LD_AUDIT": "/no/such.so"],
      ["LOCPATH": "/dev/null", "LC_ALL": "../../x"], ["LANGUAGE": "../../../etc/passwd"], ["MALLOC_PERTURB_": "165"],
      ["GCONV_PATH": "."], ["SQLITE_TMPDIR": "/nowhere"], ["TZ": "/dev/zero"], ["SWIFT_DEBUG_HELP": "YES"],
      ["LIBDISPATCH_LOG": "stderr"], ["NLSPATH": "/dev/zero"],
    ])
  func libraries(environment: [String: String]) async throws {
    #expect(try await signIn("wrong horse", environment).ending == .exited(77))
    #expect(try await signIn(StoreFixture.password, environment).ending == .exited(0))
  }

  @Test(
    "LANGUAGE names a language, not a path: no catalogue of a stranger is loaded, and the command gets it unchanged",
    .tags(.environmentLetsNobodyIn))
  func foreignCatalogue() async throws {
    // Given a catalogue beside the program's own, where only a path leads
    let message = "\nmsgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
    try make("evil.po", message + "msgid \"Wrong email or password.\"\nmsgstr \"Signed in.\"\n")
    try make("evil/LC_MESSAGES/broken", "")
    let catalogue = sandbox.path("evil/LC_MESSAGES/signin.mo")
    let made = try await sandbox.run("msgfmt", ["-o", catalogue, sandbox.path("evil.po")])
    try #require(made.ending == .exited(0), "\(made.errors)")
    let language = String(repeating: "../", count: 20) + sandbox.path("evil").dropFirst()
    // Then its sentences are not shown, whether it is in order or malformed
    for isMalformed in [false, true] {
      if isMalformed {
        try Data([0xDE, 0x12, 0x04, 0x95] + [UInt8](repeating: 0xFF, count: 60)).write(to: URL(filePath: catalogue))
      }
      let wrong = try await signIn("wrong horse", ["LANGUAGE": language, "LC_ALL": "C.UTF-8"])
      #expect(wrong.ending == .exited(77))
      #expect(wrong.errors == "signin: Wrong email or password.\n")
    }
    let command = try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--", "printenv", "LANGUAGE"],
      input: .text(StoreFixture.password + "\n"), environment: ["LANGUAGE": language])
    #expect(command.output == language + "\n")
  }

  @Test(
    "Only the owner can read and write the files it creates, whatever the umask", .tags(.environmentLetsNobodyIn),
    arguments: ["0", "777"])
  func umask(mask: String) async throws {
    let script = """
      umask \(mask); export SIGNIN_STORE=
      printf 'correct horse\\n' | "$0" account add ada@lovelace.example --password-stdin
      """
    let added = try await sandbox.run("sh", ["-c", script, Sandbox.signin])
    #expect(added.ending == .exited(0), "\(added.errors)")
    #expect(try mode("data/signin") == 0o700)
    #expect(try mode("data/signin/signin.db") == 0o600)
    let pty = try Pty(
      ["/bin/sh", "-c", "umask \(mask); exec \(Sandbox.signin) --email \(StoreFixture.email)"],
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type(StoreFixture.password + "\t \t\r")
    try pty.waitForOutput("Activity")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(0))
    #expect(try mode("state/signin") == 0o700)
    #expect(try mode("state/signin/email") == 0o600)
  }

  @Test(
    "A store that is a link, or has one beside it, is refused, and the target is left alone",
    .tags(.environmentLetsNobodyIn),
    arguments: ["signin.db", "signin.db-wal", "signin.db-shm", "signin.db-journal"])
  func links(name: String) async throws {
    try make("precious", "precious")
    unlink(sandbox.path(name))
    symlink(sandbox.path("precious"), sandbox.path(name))
    #expect(try await signIn().ending == .exited(78))
    #expect(try sandbox.contents(of: "precious") == "precious")
  }

  @Test(
    "A pipe, device or directory in place of a file is refused, and nothing waits for it",
    .tags(.environmentLetsNobodyIn))
  func noFiles() async throws {
    mkfifo(sandbox.path("pipe"), 0o600)
    for path in [sandbox.path("pipe"), "/dev/zero", "/dev/tty", sandbox.directory] {
      let store = try await sandbox.run(
        ["--store", "sqlite:" + path, "--password-stdin", "--email", StoreFixture.email], input: .text("some horse\n"))
      #expect([.exited(69), .exited(78)].contains(store.ending), "\(path): \(store)")
      let settings = try await sandbox.run(["--config", path])
      #expect(settings.ending == .exited(78), "\(path): \(settings)")
    }
    try make("config/signin/config.toml", "attempts = 3", mode: 0o600)
    unlink(sandbox.path("config/signin/config.toml"))
    mkfifo(sandbox.path("config/signin/config.toml"), 0o600)
    #expect(try await signIn().ending == .exited(78))
  }

  @Test(
    "A remembered email that is a link, pipe, directory or no text is never read, followed or overwritten",
    .tags(.environmentLetsNobodyIn))
  func rememberedEmail() async throws {
    try make("state/signin/x", "")
    try make("precious", "eve@lovelace.example\n")
    let path = sandbox.path("state/signin/email")
    let plants: [() throws -> Void] = [
      { symlink(sandbox.path("precious"), path) }, { mkfifo(path, 0o600) }, { mkdir(path, 0o700) },
      { try Data([0xFF, 0x1B, 0x5D, 0x0A]).write(to: URL(filePath: path)) },
      { try Data(repeating: 0x61, count: 1 << 20).write(to: URL(filePath: path)) },
    ]
    for (number, plant) in plants.enumerated() {
      try? FileManager.default.removeItem(atPath: path)
      try plant()
      let pty = try Pty([Sandbox.signin], environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
      try pty.waitForOutput("Password")
      #expect(!pty.everything.contains("eve@"), "\(number)")
      pty.type(StoreFixture.email + "\t" + StoreFixture.password + "\t \t\r")
      try pty.waitForOutput("Activity")
      pty.type("\u{1B}")
      #expect(try pty.wait() == .exited(0), "\(number)")
    }
    #expect(try sandbox.contents(of: "precious") == "eve@lovelace.example\n")
  }

  @Test(
    "Closed standard descriptors are not reused for other files, and stay closed for the command",
    .tags(.environmentLetsNobodyIn))
  func closed() async throws {
    let probe = Pty.product("GatedProbe")
    let pass = "printf 'correct horse\\n' |"
    let form = "'\(Sandbox.signin)' --password-stdin --email \(StoreFixture.email)"
    for (script, status) in [
      ("\(pass) \(form) --print token >&-", Int32(74)), ("\(pass) \(form) >&- 2>&-", 74), ("\(form) <&- >&- 2>&-", 66),
      ("'\(Sandbox.signin)' account list >&-", 74), ("'\(Sandbox.signin)' --help >&- 2>&-", 74),
      ("\(pass) \(form) --print token >/dev/full", 74), ("'\(Sandbox.signin)' account list >/dev/full 2>/dev/full", 74),
    ] {
      let finished = try await sandbox.run("sh", ["-c", script])
      #expect(finished.ending == .exited(status), "\(script): \(finished)")
      #expect(!finished.output.contains("Signed in"))
    }
    for (script, descriptors) in [
      ("\(pass) \(form) -- \(probe) 2>&-", "[0, 1]"), ("\(pass) \(form) -- \(probe) 5</dev/null", "[0, 1, 2]"),
    ] {
      let finished = try await sandbox.run("sh", ["-c", script])
      #expect(finished.output.contains("descriptors \(descriptors)\n"), "\(script): \(finished)")
    }
  }

  @Test(
    "Behind the form too: without standard input and output it uses the terminal, and prints no token there",
    .tags(.environmentLetsNobodyIn))
  func closedAtTerminal() throws {
    let pty = try Pty(
      ["/bin/sh", "-c", "exec \(Sandbox.signin) --email \(StoreFixture.email) --print token <&- >&- 2>&-"],
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type(StoreFixture.password + "\r")
    #expect(try pty.wait() == .exited(74))
    #expect(pty.leftovers == [])
    #expect(pty.everything.matches(of: /[A-Za-z0-9_-]{43}/).isEmpty)
  }

  @Test(
    "The path of a store names a file, even where SQLite means something else by such a name",
    .tags(.environmentLetsNobodyIn),
    arguments: [":memory:", "file:memory.db?mode=memory", "file:other.db", "%41.db?mode=ro"])
  func namesOfSQLite(name: String) async throws {
    let store = "--store 'sqlite:\(name)'"
    let finished = try await sandbox.run(
      "sh",
      [
        "-c",
        """
        umask 022; mkdir -m 700 "$1/named" && cd "$1/named" &&
        echo '\(StoreFixture.password)' | "$0" account add \(StoreFixture.email) --password-stdin \(store) &&
        "$0" account list \(store) && ls && find . -perm /077 -name '*?.*'
        """, Sandbox.signin, sandbox.directory,
      ])
    #expect(finished.ending == .exited(0), "\(finished)")
    #expect(finished.output.contains("\(StoreFixture.email)  open"))
    #expect(finished.output.hasSuffix("\n\(name)\n"), "the only file: \(finished)")
  }

  @Test(
    "A terminal of any size, from the start or later, neither ends the form nor takes the machine's memory",
    .tags(.environmentLetsNobodyIn),
    arguments: [(1, 65_535, false), (65_535, 65_535, true)])
  func sizes(columns: Int, rows: Int, isThereAtTheStart: Bool) throws {
    let pty = try Pty(
      ["/bin/sh", "-c", "ulimit -v 4000000; exec '\(Sandbox.signin)' --email \(StoreFixture.email)"],
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]),
      size: isThereAtTheStart ? (columns, rows) : (80, 24))
    try pty.wait(for: "raw terminal") { pty.hasEnded || !pty.echoes }
    if !isThereAtTheStart {
      try pty.waitForOutput("Password")
      pty.resize(columns: columns, rows: rows)
    }
    #expect(try pty.wait(pressing: "\u{1B}") == .exited(1))
    #expect(pty.settings == pty.found)
  }

  @Test(
    "Limits that leave too little to work with sign nobody in and hang nothing", .tags(.failuresLetNobodyIn),
    arguments: ["-n 4", "-f 0", "-s 64", "-v 50000", "-u 0", "-t 1"])
  func limits(limit: String) async throws {
    let script = "ulimit \(limit); exec '\(Sandbox.signin)' --password-stdin --email \(StoreFixture.email)"
    for (password, mayEnter) in [("wrong horse", false), (StoreFixture.password, true)] {
      let finished = try await sandbox.run("sh", ["-c", script], input: .text(password + "\n"))
      #expect(finished.ending != .exited(0) || mayEnter, "\(limit): \(finished)")
    }
    // and the next program finds nothing broken
    #expect(try await signIn().ending == .exited(0))
  }
}
