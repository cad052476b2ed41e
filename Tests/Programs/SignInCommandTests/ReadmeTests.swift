import Foundation
import TestSupport
import Testing

@Suite("The README", .fewAtOnce)
struct ReadmeTests {
  private let text: String
  /// Finds `signin` as a user's shell does.
  private let path: [String: String?]

  init() throws {
    text = try String(contentsOf: Packaged.root.appending(path: "README.md"), encoding: .utf8)
    let folder = URL(filePath: Sandbox.signin).deletingLastPathComponent().path()
    path = ["PATH": folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")]
  }

  /// The first block of that kind below a heading.
  private func block(_ kind: String, under heading: String) throws -> String {
    let start = try #require(text.range(of: "\n## \(heading)")).upperBound
    let block = try #require(text[start...].range(of: "```\(kind)\n")).upperBound
    return text[block...].components(separatedBy: "```")[0]
  }

  /// The commands behind the prompts, without their comments.
  private func commands(under heading: String) throws -> [String] {
    try block("console", under: heading).matches(of: /(?m)^\$ (.+?)(?: +#.*)?$/).map { String($0.1) }
  }

  private func signIn(in tmux: Tmux) async throws {
    try await tmux.wait(for: "e.g. ada@example.com")
    try await tmux.type(StoreFixture.email + "\t")
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Hello, \(StoreFixture.email)")
  }

  @Test("creates an account and signs in with the commands of its sixty seconds")
  func sixtySeconds() async throws {
    let script = try commands(under: "Sixty seconds").joined(separator: "\n")
    let tmux = try await Tmux(["sh", "-ec", script], in: Sandbox(), environment: path)
    try await tmux.wait(for: "Password again")
    for text in [StoreFixture.email, StoreFixture.password, StoreFixture.password] {
      try await tmux.type(text + "\t")
    }
    try await tmux.waitForEnabledButton("Create account")
    try await tmux.press("Enter")
    try await tmux.leaveActivity()
    try await signIn(in: tmux)
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("gets a token for a script, checks it and ends the session")
  func script() async throws {
    let script = try block("sh", under: "Four recipes")
    let tmux = try await Tmux(["sh", "-c", script], in: StoreFixture().sandbox, environment: path)
    try await signIn(in: tmux)
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("says what an SSH client sees: 78 without an account, 66 without a terminal")
  func forcedCommand() async throws {
    let command = String(try #require(text.firstMatch(of: /restrict,pty,command="([^"]+)"/)).1)
      .replacing("/usr/bin/menu", with: "/usr/bin/id")
    let tmux = try await Tmux(["sh", "-c", command], in: Sandbox(), environment: path)
    #expect(try await tmux.ending() == .exited(78))
    let finished = try await StoreFixture().sandbox.run("sh", ["-c", command], environment: path)
    #expect(finished.ending == .exited(66), "\(finished.errors)")
  }

  @Test(
    "shows the form on a console, and runs the menu as the kiosk's user",
    .enabled(if: geteuid() == 0, "only root takes a terminal from its session"))
  func kiosk() async throws {
    let line = try #require(block("ini", under: "Four recipes").firstMatch(of: /(?m)^ExecStart=-(.+)$/)).1
    // The menu shows its user, and stays.
    let command = line.replacing("/usr/bin/signin", with: Sandbox.signin).replacing("=kiosk", with: "=65534")
      .replacing("/usr/bin/menu", with: "/bin/grep Uid: /proc/self/status -")
    let tmux = try await Tmux(["setsid", "-c", "-w", "sh", "-c", "exec \(command)"], in: StoreFixture().sandbox)
    try await tmux.wait(for: "e.g. ada@example.com")
    try await tmux.type(StoreFixture.email + "\t")
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Uid:  65534")
  }

  @Test("administers with commands that succeed")
  func administer() async throws {
    let sandbox = try Sandbox()
    for command in try commands(under: "Administer") {
      let line = command + (command.contains(/account (add|password)/) ? " --password-stdin" : "")
      let finished = try await sandbox.run("sh", ["-c", line], input: .text("battery staple\n"), environment: path)
      #expect(finished.ending == .exited(0), "\(line): \(finished.errors)")
    }
  }

  @Test("shows settings that the program accepts, and links to files that exist")
  func settings() async throws {
    let sandbox = try Sandbox()
    let file = sandbox.path("five.toml")
    try block("toml", under: "Five settings").write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try await sandbox.run(["--config", file, "config", "show"]).ending == .exited(0))
    for link in text.matches(of: /\]\((\w[^)]+)\)/).map({ String($0.1) }) {
      #expect(FileManager.default.fileExists(atPath: Packaged.root.appending(path: link).path()), "\(link)")
    }
  }
}
