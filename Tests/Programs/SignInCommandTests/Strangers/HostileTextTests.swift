import Foundation
import SQLite
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

/// Text that would ring, rename the window, fill the clipboard, move the cursor, reverse the line and begin a new one.
private let hostile =
  "a\u{1B}]0;owned\u{7}\u{1B}]52;c;b3duZWQ=\u{7}\u{9B}2J\u{9D}0;x\u{9C}\u{202E}b\u{2066}c\n\rd\u{2028}e\u{7F}f\u{200F}"
  + String(repeating: "\u{301}", count: 10_000)

/// A way in for text: an argument, the environment, or a file.
private struct Way: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var environment: [String: String] = [:]
  /// Whether the program answers with a sentence on standard error, which is one line.
  var isSentence = true

  init(_ arguments: String..., environment: [String: String] = [:], isSentence: Bool = true) {
    self.arguments = arguments
    self.environment = environment
    self.isSentence = isSentence
  }

  var testDescription: String {
    (environment.keys + arguments).joined(separator: " ").replacingOccurrences(of: hostile, with: "HOSTILE")
  }

  /// The ways that are answered by a sentence.
  static let refused: [Way] = [
    Way("account", "add", hostile), Way("account", "remove", hostile), Way("account", "lock", hostile),
    Way("account", "import", hostile), Way("account", "list", "--store", "sqlite:/nowhere/\(hostile)/x"),
    Way("account", "list", "--store", hostile), Way("account", "list", "--config", "/nowhere/" + hostile),
    Way("activity", hostile), Way("session", "revoke", hostile), Way("session", "list", hostile),
    Way("--email", hostile, "--password-stdin"), Way(hostile), Way("account", hostile),
    Way("--theme=" + hostile), Way("--email", "a@b.cd", hostile), Way("--store", hostile, "--print", "email"),
    Way(environment: ["SIGNIN_STORE": hostile]), Way(environment: ["SIGNIN_STORE": "sqlite:/dev/null/" + hostile]),
    Way(environment: ["TERM": hostile]), Way("--plain", environment: ["HOME": hostile, "XDG_DATA_HOME": hostile]),
  ]

  /// The ways that are answered by several lines, of ArgumentParser or of a list.
  static let lists: [Way] = [
    Way("--" + hostile), Way("--print", hostile), Way("--hints", hostile), Way("--email=" + hostile, "account"),
    Way("account", "list", "--" + hostile), Way("activity", "--limit", hostile),
    Way("activity", "--search", hostile), Way("session", "verify", hostile),
    Way("config", "show", environment: ["SIGNIN_STORE": "sqlite:/" + hostile]),
    Way("doctor", environment: ["SIGNIN_STORE": "sqlite:/" + hostile, "TERM": hostile, "LC_ALL": hostile]),
    Way("doctor", "--json", environment: ["SIGNIN_STORE": "sqlite:/" + hostile, "LANG": hostile]),
    Way("account", "list", environment: ["LC_ALL": hostile, "LANGUAGE": hostile, "TZ": hostile]),
  ].map { way in
    var way = way
    way.isSentence = false
    return way
  }
}

@Suite("Hostile text is shown but has no effect", .fewAtOnce)
struct HostileTextTests {
  let fixture: StoreFixture
  private var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  /// The characters that a terminal would obey, except line ends; and characters with more marks than a cell holds.
  private func actors(in text: String) -> [String] {
    var marks = 0
    return text.unicodeScalars.compactMap { scalar in
      marks = scalar == "\u{301}" ? marks + 1 : 0
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n", .format, .lineSeparator, .paragraphSeparator: break
      default: if marks <= 4 { return nil }
      }
      return "U+" + String(scalar.value, radix: 16)
    }
  }

  /// The same for the output of a full screen, which moves the cursor itself but has no reason for these.
  /// But for the question for the terminal's background, which is asked once at most.
  private func actors(onScreen text: String) -> [String] {
    let question = "\u{1B}]11;?\u{1B}\\"
    var text = text
    if let range = text.firstRange(of: question) { text.removeSubrange(range) }
    return ["\u{1B}]", "\u{7}", "\u{9B}", "\u{9D}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{7F}", "\u{200F}"]
      .filter { text.unicodeScalars.contains($0.unicodeScalars) }
      + (text.unicodeScalars.contains(String(repeating: "\u{301}", count: 5).unicodeScalars) ? ["marks"] : [])
  }

  @Test(
    "In every argument, variable and path it is cleaned, and a sentence stays one line", .tags(.textCannotAct),
    arguments: Way.refused)
  private func refused(way: Way) async throws {
    let finished = try await sandbox.run(way.arguments, input: .text("some horse\n"), environment: way.environment)
    #expect(finished.ending != .exited(0))
    #expect(actors(in: finished.output + finished.errors) == [])
    #expect(finished.errors.count { $0.isNewline } == 1, "\(finished.errors.prefix(1000))")
  }

  @Test("In lists, tables and JSON it is cleaned too", .tags(.textCannotAct), arguments: Way.lists)
  private func lists(way: Way) async throws {
    let finished = try await sandbox.run(way.arguments, environment: way.environment)
    #expect(actors(in: finished.output + finished.errors) == [])
  }

  @Test(
    "So are the name of a command that can't run, the name of a settings file, and its content", .tags(.textCannotAct))
  func files() async throws {
    let missing = try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--", String(hostile.unicodeScalars.prefix(60))],
      input: .text(StoreFixture.password + "\n"))
    #expect(missing.ending == .exited(127))
    #expect(actors(in: missing.errors) == [])
    let folder = sandbox.path(String(hostile.unicodeScalars.prefix(60)))
    try FileManager.default.createDirectory(atPath: folder + "/signin", withIntermediateDirectories: true)
    let unknown = #""a\u001b]0;x\u0007\u202e" = 1"#
    for text in [unknown, "theme = \"\u{1B}]0;x\u{7}\"", "\u{9B}2J = 3", "theme = \"\\u009b\""] {
      try Data(text.utf8).write(to: URL(filePath: folder + "/signin/config.toml"))
      for arguments in [["config", "show"], ["--config", folder + "/signin/config.toml"]] {
        let finished = try await sandbox.run(arguments, environment: ["XDG_CONFIG_HOME": folder])
        #expect(finished.ending == .exited(78))
        #expect(actors(in: finished.output + finished.errors) == [])
      }
    }
  }

  @Test("So are the paths in a sentence about what was done", .tags(.textCannotAct))
  func done() async throws {
    let copy = sandbox.path(String(hostile.unicodeScalars.prefix(60)))
    for arguments in [["store", "backup", copy], ["store", "restore", copy]] {
      let finished = try await sandbox.run(arguments)
      #expect(finished.ending == .exited(0), "\(finished.errors)")
      #expect(actors(in: finished.output + finished.errors) == [])
      #expect(finished.output.contains("owned"))
    }
  }

  @Test("Bytes that aren't text never reach a terminal", .tags(.textCannotAct))
  func bytes() async throws {
    let script = #"""
      bad=$(printf 'a\233\235\377\033[2J')
      for option in --theme= --store=sqlite:/nowhere/ --email= -- ''; do
        "$0" "$option$bad"; "$0" account "$option$bad"; TERM=$bad "$0" --email "$bad"; "$0" --config "$bad"
        SIGNIN_STORE=sqlite:/$bad "$0" config show; SIGNIN_STORE=sqlite:/$bad "$0" doctor
      done >out 2>&1
      """#
    _ = try await sandbox.run("sh", ["-c", "cd '\(sandbox.directory)'\n" + script, Sandbox.signin])
    let output = try Data(contentsOf: URL(filePath: sandbox.path("out")))
    #expect(output.count > 1000)
    let text = try #require(String(validating: output, as: UTF8.self), "The output is not UTF-8.")
    #expect(actors(in: text) == [])
  }

  @Test(
    "On the screen: as email, path, locale, source of an attempt, remembered email, and rows of activity",
    .tags(.textCannotAct))
  func onScreen() async throws {
    // given rows that an older or a foreign program wrote
    let store = try Database(sharing: sandbox.path("signin.db"))
    let folder = sandbox.path("state/signin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data((hostile.prefix(20) + "\n").utf8).write(to: URL(filePath: folder + "/email"))
    let environment = sandbox.environment(with: [
      "TERM": "xterm-256color", "LANG": hostile, "LANGUAGE": hostile, "COLORFGBG": hostile, "TZ": hostile,
    ])
    for arguments in [[], ["--email", hostile], ["--plain"], ["--plain", "--email", hostile]] {
      let pty = try Pty([Sandbox.signin] + arguments, environment: environment, size: (200, 40))
      try pty.waitForOutput(arguments.contains("--plain") ? "mail" : "Password")
      pty.type(arguments.contains("--plain") ? "\u{4}" : "\u{1B}")
      #expect(try pty.wait() == .exited(1))
      #expect(actors(onScreen: pty.everything) == [], "\(arguments)")
    }
    // when the user signs in after an attempt from a hostile host
    let fixture = StoreFixture.store(in: sandbox)
    let source = AttemptSource(tty: "", uid: 0, host: String(hostile.prefix(100)), program: "signin")
    let charge = try await fixture.charge(email(StoreFixture.email), from: source, under: Throttle())
    guard case .admitted(let admission) = charge else { throw AttemptBlocked() }
    try await fixture.settle(admission.attempt, as: .refused)
    let pty = try Pty([Sandbox.signin, "--email", StoreFixture.email], environment: environment, size: (200, 40))
    try pty.waitForOutput("Password")
    pty.type(StoreFixture.password + "\r")
    try pty.waitForOutput("Activity")
    // then the list shows the row with its host, and its details
    try pty.waitForOutput("]0;owned")
    pty.type("\u{1B}[B\r")
    try pty.waitForOutput("Terminal")
    pty.type("\u{1B}")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(0))
    #expect(actors(onScreen: pty.everything) == [])
    let hosts = try store.rows("SELECT host FROM attempt") { row in try row[0] as String }
    #expect(hosts.contains { $0.contains("\u{1B}]0;owned") })
  }

  @Test("In a sentence on the screen, such as the path of an unusable store", .tags(.textCannotAct))
  func path() async throws {
    let folder = sandbox.path("a\u{1B}]0;owned\u{7}\u{9B}2J\n\u{202E}")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let store = folder + "/notes.db"
    let added = try await sandbox.run(
      ["--store", "sqlite:" + store, "account", "add", StoreFixture.email, "--password-stdin"],
      input: .text(StoreFixture.password + "\n"))
    #expect(added.ending == .exited(0))
    let pty = try Pty(
      [Sandbox.signin, "--email", StoreFixture.email, "--store", "sqlite:" + store],
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]), size: (200, 40))
    try pty.waitForOutput("Password")
    // The server has said welcome when it judges a password.
    pty.type("short")
    try pty.waitForOutput("from 6 to 20")
    try Data(repeating: 1, count: 100_000).write(to: URL(filePath: store))
    pty.type("\u{15}" + StoreFixture.password + "\r")
    try pty.waitForOutput("Can't sign in right now")
    try pty.waitForOutput("from a backup")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(1))
    #expect(actors(onScreen: pty.everything) == [])
  }

  @Test("The tests notice text with an effect: cat does not clean its output")
  func control() async throws {
    let shown = try await sandbox.run("printf", ["%s", hostile])
    #expect(actors(in: shown.output).count > 10_000)
    #expect(actors(onScreen: shown.output).count == 10)
  }
}
