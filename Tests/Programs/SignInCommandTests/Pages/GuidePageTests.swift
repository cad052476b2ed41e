import Foundation
import TestSupport
import Testing

@Suite("The guide", .fewAtOnce)
struct GuidePageTests {
  private let page: Page
  private let typist: Typist

  init() throws {
    page = try Page(documentation: "Guide")
    typist = Typist()
  }

  @Test("gets a token for a script, checks it and ends the session")
  func script() async throws {
    let tmux = try await Tmux(
      ["sh", "-c", try page.block("sh", under: "Scripts")], in: StoreFixture().sandbox, environment: typist.path)
    try await typist.signIn(in: tmux)
    try await tmux.wait(for: "Hello, \(StoreFixture.email)")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test(
    "has what is in Resources/Examples, for others to copy",
    arguments: [("script.sh", "Scripts", "sh"), ("kiosk.conf", "A kiosk", "ini")])
  func examples(_ name: String, heading: String, language: String) throws {
    let file = Packaged.root.appending(path: "Resources/Examples/" + name)
    let example = try String(contentsOf: file, encoding: .utf8).replacing(/^#!.*\n/, with: "")
    let block = try page.block(language, under: heading)
    #expect(example.trimmingCharacters(in: .newlines) == block.trimmingCharacters(in: .newlines))
  }

  @Test("has the line of Resources/Examples/authorized_keys")
  func keys() throws {
    let file = Packaged.root.appending(path: "Resources/Examples/authorized_keys")
    #expect(page.text.contains(try String(contentsOf: file, encoding: .utf8)))
  }

  @Test("gives a command proof of its session")
  func proof() async throws {
    let sandbox = try await StoreFixture().sandbox
    try Sandbox.write(script: page.block("sh", under: "Proof for the command"), to: sandbox.path("menu"))
    chmod(sandbox.path("menu"), 0o700)
    let command = try page.commands(under: "Proof for the command").joined(separator: "\n")
    let tmux = try await Tmux(
      ["sh", "-c", "cd '\(sandbox.directory)' && \(command)"], in: sandbox, environment: typist.path)
    try await typist.signIn(in: tmux)
    try await tmux.wait(for: "This is certainly \(StoreFixture.email).")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("an SSH client gets status 78 without an account, and 66 without a terminal")
  func forcedCommand() async throws {
    let command = String(try #require(page.text.firstMatch(of: /restrict,pty,command="([^"]+)"/)).1)
      .replacing("/usr/bin/menu", with: "/usr/bin/id")
    let tmux = try await Tmux(["sh", "-c", command], in: Sandbox(), environment: typist.path)
    #expect(try await tmux.ending() == .exited(78))
    let finished = try await StoreFixture().sandbox.run("sh", ["-c", command], environment: typist.path)
    #expect(finished.ending == .exited(66), "\(finished.errors)")
  }

  @Test(
    "shows the form on a console, and runs the menu as the kiosk's user",
    .enabled(if: geteuid() == 0, "only root takes a terminal from its session"))
  func kiosk() async throws {
    let line = try #require(page.block("ini", under: "A kiosk").firstMatch(of: /(?m)^ExecStart=-(.+)$/)).1
    // The menu shows its user, and stays.
    let command = line.replacing("/usr/bin/signin", with: Sandbox.signin).replacing("=kiosk", with: "=65534")
      .replacing("/usr/bin/menu", with: "/bin/grep Uid: /proc/self/status -")
    let tmux = try await Tmux(["setsid", "-c", "-w", "sh", "-c", "exec \(command)"], in: StoreFixture().sandbox)
    try await typist.signIn(in: tmux)
    try await tmux.wait(for: "Uid:  65534")
  }

  @Test("administers with commands that succeed", arguments: ["Accounts", "Many accounts"])
  func administer(heading: String) async throws {
    let sandbox = try Sandbox()
    for command in try page.commands(under: heading) {
      let line =
        "cd '\(sandbox.directory)' && " + command
        + (command.contains(/account (add|password)/) ? " --password-stdin" : "")
        + (command.contains("account remove") ? " --yes" : "")
      let finished = try await sandbox.run(
        "sh", ["-c", line], input: .text("battery staple\n"), environment: typist.path)
      #expect(finished.ending == .exited(0), "\(line): \(finished.errors)")
    }
  }

  @Test("shows settings that the program accepts")
  func settings() async throws {
    let sandbox = try Sandbox()
    let file = sandbox.path("config.toml")
    try page.block("toml", under: "Settings").write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try await sandbox.run(["--config", file, "config", "show"]).ending == .exited(0))
  }
}
