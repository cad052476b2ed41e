import Foundation

/// A home for one test: a directory of its own for every file that a program might read or write. It is removed with
/// this object.
public final class Sandbox: Sendable {
  /// The `signin` under test.
  public static let signin = Pty.product("signin")

  /// The directory, writable by its owner only.
  public let directory: String

  /// The environment of programs: a UTF-8 locale, homes inside the directory, nothing of the caller's.
  public let environment: [String: String]

  /// Creates the directory.
  public init() throws {
    let directory = NSTemporaryDirectory() + "signin-" + UUID().uuidString.prefix(13)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    self.directory = directory
    environment = [
      "HOME": directory,
      "XDG_CONFIG_HOME": directory + "/config",
      "XDG_DATA_HOME": directory + "/data",
      "XDG_STATE_HOME": directory + "/state",
      "XDG_RUNTIME_DIR": directory,
      "TMPDIR": directory,
      "SIGNIN_STORE": "sqlite:\(directory)/signin.db",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
      "SHELL": "/bin/sh",
      "HISTFILE": "",  // Or a shell of tmux writes its history into the directory while it is being removed.
    ]
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// The path of a file in the sandbox.
  public func path(_ name: String) -> String {
    directory + "/" + name
  }

  /// The text of a file in the sandbox.
  public func contents(of name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The environment with `changes`; nil removes a variable.
  public func environment(with changes: [String: String?]) -> [String: String] {
    environment.merging(changes.compactMapValues { $0 }) { $1 }.filter { changes[$0.key] != .some(nil) }
  }

  /// Starts a program in the sandbox without a terminal.
  public func start(
    _ executable: String = signin, _ arguments: [String], input: ChildProcess.Input = .nothing,
    environment changes: [String: String?] = [:], link: Int32? = nil
  ) throws -> ChildProcess {
    try ChildProcess(executable, arguments, environment: environment(with: changes), input: input, link: link)
  }

  /// Runs `signin` in the sandbox without a terminal, to its end.
  public func run(
    _ arguments: [String], input: ChildProcess.Input = .nothing, environment changes: [String: String?] = [:]
  ) async throws -> ChildProcess.Finished {
    try await run(Self.signin, arguments, input: input, environment: changes)
  }

  /// Runs a program in the sandbox without a terminal, to its end.
  public func run(
    _ executable: String, _ arguments: [String], input: ChildProcess.Input = .nothing,
    environment changes: [String: String?] = [:]
  ) async throws -> ChildProcess.Finished {
    try await start(executable, arguments, input: input, environment: changes).finish()
  }
}
