import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

/// A shell at a terminal of its own: a login, in which programs run one after the other. `$SIGNIN` is the program.
struct LoginShell {
  /// The result of a command.
  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  let tmux: Tmux
  private var sandbox: Sandbox { tmux.sandbox }

  init(in sandbox: Sandbox, environment: [String: String?] = [:]) async throws {
    tmux = try await Tmux(
      ["bash", "--norc", "--noprofile", "-i"], in: sandbox,
      environment: environment.merging(["PS1": "shell> ", "SIGNIN": Sandbox.signin]) { own, _ in own })
    try await tmux.wait(for: "shell>")
  }

  /// Types a command, and does `atTerminal` until the command is done.
  @discardableResult
  func run(_ command: String, atTerminal: (Tmux) async throws -> Void = { _ in }) async throws -> Result {
    let name = sandbox.path("command-" + UUID().uuidString.prefix(8))
    let status = name + ".status"
    // A command of several programs, such as a pipe, is a script of its own.
    try (command + "\n").write(toFile: name, atomically: true, encoding: .utf8)
    try await tmux.type("clear; . \(name) >\(name).out 2>\(name).err; echo $? >\(status)~; mv \(status)~ \(status)")
    try await tmux.press("Enter")
    try await atTerminal(tmux)
    try await tmux.wait(until: "“\(command)” is done") { _ in FileManager.default.fileExists(atPath: status) }
    func text(_ suffix: String) throws -> String { try String(contentsOfFile: name + suffix, encoding: .utf8) }
    return Result(
      status: Int32(try text(".status").trimmingCharacters(in: .newlines)) ?? -1, output: try text(".out"),
      errors: try text(".err"))
  }

  /// Runs the program.
  @discardableResult
  func signin(_ arguments: String, atTerminal: (Tmux) async throws -> Void = { _ in }) async throws -> Result {
    try await run("\"$SIGNIN\" \(arguments)", atTerminal: atTerminal)
  }

  /// Signs in at the form, and leaves the activity.
  @discardableResult
  func signIn(
    _ email: String = StoreFixture.email, _ password: String = StoreFixture.password, _ options: String = ""
  ) async throws -> Result {
    try await signin("--email \(email) \(options)") { tmux in
      try await tmux.wait(for: email)
      try await tmux.submit(password)
      try await tmux.leaveActivity()
    }
  }
}

extension StoreFixture {
  static let bob = "bob@example.com"
  static let bobsPassword = "battery staple"

  /// Adds a second account.
  func addBob() async throws {
    let added = try await sandbox.run(
      ["account", "add", Self.bob, "--password-stdin"], input: .text(Self.bobsPassword + "\n"))
    try #require(added.ending == .exited(0), "\(added.errors)")
  }

  /// The tickets in the sandbox.
  var tickets: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: sandbox.path("signin"))) ?? []
  }

  /// The emails of all sessions that have not ended.
  func sessions() async throws -> [String] { try await store.sessions(of: nil).map(\.email.text) }
}
