import Foundation
import TestSupport
import Testing

/// People who approve their sign-in on another device, with a worker of this test.
@Suite("An approval elsewhere", .fewAtOnce) struct ApprovalEndToEndTests {
  private let sandbox: Sandbox
  private let files: ApprovalFiles
  private var store: String { "sqlite:" + sandbox.path("signin.db") }

  init() throws {
    sandbox = try Sandbox()
    files = try ApprovalFiles(in: sandbox)
  }

  private func form(
    _ accounts: String = "oidc-corp", _ options: [String] = [], provider: String = ApprovalFiles.settings,
    output: String = "/dev/tty", columns: Int = 80, rows: Int = 24
  ) async throws -> Tmux {
    let config = sandbox.path("config.toml")
    try ("sign-up = \"on\"\n" + provider).write(toFile: config, atomically: true, encoding: .utf8)
    return try await Tmux(
      ["sh", "-c", "exec \"$@\" >\(output)", "sh", files.signin]
        + ["--config", config, "--store", store, "--accounts", accounts] + options,
      in: sandbox, columns: columns, rows: rows)
  }

  @Test func `The only provider has a button; an approval signs in, with the verified email`() async throws {
    let tmux = try await form()
    try await tmux.wait(for: "Sign in with Example Corp")
    #expect(try await !tmux.screen().text.contains("Password"))
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    // The QR code
    try await tmux.wait(for: "▄")
    try files.happen(.approve)
    try await tmux.wait(for: "ada@corp.example")
    #expect(try files.login() == "*")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test func `A new code takes the place of one that has ended, and Esc gives up for nothing`() async throws {
    let tmux = try await form()
    try await tmux.wait(for: "Sign in with Example Corp")
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    try files.happen(.renew)
    try await tmux.wait(for: "WDJB-MJH2")
    #expect(try await !tmux.screen().text.contains("WDJB-MJH1"))
    try await tmux.press("Escape")
    try await tmux.wait(until: "the form is there again") { !$0.text.contains("WDJB") }
    #expect(await eventually { files.wasLeft })
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    let log = try await sandbox.run(files.signin, ["activity", "--store", store, "--json"])
    #expect(log.output.isEmpty || !log.output.contains("refused"), "\(log.output)")
  }

  @Test func `A worker that dies, and a person who declines, are no failure`() async throws {
    let tmux = try await form(columns: 120)
    try await tmux.wait(for: "Sign in with Example Corp")
    for (event, words) in [(ApprovalFiles.Event.die, "try again"), (.denied, "declined")] {
      try await tmux.press("Enter")
      try await tmux.wait(for: "WDJB-MJH1")
      try files.happen(event)
      try await tmux.wait(for: words)
    }
    for _ in 1...4 {
      try await tmux.press("Enter")
      try await tmux.wait(for: "WDJB-MJH1")
      try files.happen(.denied)
      try await tmux.wait(for: "declined")
    }
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    try files.happen(.approve)
    try await tmux.wait(for: "ada@corp.example")
  }

  @Test func `Beside passwords a key leads there, and so does an email of its domain`() async throws {
    let tmux = try await form("signin,oidc-corp")
    // The store is empty, so the first account is made at the provider.
    try await tmux.wait(for: "F8 Example Corp")
    try await tmux.press("F8")
    try await tmux.wait(for: "WDJB-MJH1")
    try await tmux.press("Escape")
    try await tmux.wait(for: "Password")
    try await tmux.type("ada@corp.example")
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    #expect(try files.login() == "ada@corp.example")
    try files.happen(.approve)
    try await tmux.wait(for: "Signed in")
  }

  @Test func `Enter behind a remembered email leads to the provider that approved it`() async throws {
    let anyDomain = ApprovalFiles.settings.replacing("domains = [\"corp.example\"]\n", with: "")
    let first = try await form("signin,oidc-corp", ["--remember"], provider: anyDomain)
    try await first.wait(for: "F8 Example Corp")
    try await first.press("F8")
    try await first.wait(for: "WDJB-MJH1")
    try files.happen(.approve)
    try await first.wait(for: "Signed in")
    try await first.press("Escape")
    #expect(try await first.ending() == .exited(0))
    let kept = try FileManager.default.subpathsOfDirectory(atPath: sandbox.path(""))
      .first { $0.hasSuffix("signin/email") }
    let file = try #require(kept).description
    #expect(try String(contentsOfFile: sandbox.path(file), encoding: .utf8) == "ada@corp.example\noidc-corp\n")
    #expect(try FileManager.default.attributesOfItem(atPath: sandbox.path(file))[.posixPermissions] as? Int == 0o600)

    _ = try await sandbox.run(files.signin, ["out", "--store", store])
    let next = try await form("signin,oidc-corp", provider: anyDomain)
    try await next.wait(for: "ada@corp.example")
    try await next.press("Enter")
    try await next.wait(for: "WDJB-MJH1")
    #expect(try files.login() == "ada@corp.example")
  }

  @Test func `A command starts once somebody has approved, with their email`() async throws {
    let tmux = try await form("oidc-corp", ["--", "sh", "-c", "echo \"in as $SIGNIN_EMAIL\""])
    try await tmux.wait(for: "Sign in with Example Corp")
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    #expect(try await !tmux.screen().text.contains("in as"))
    try files.happen(.approve)
    try await tmux.wait(for: "in as ada@corp.example")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test func `A script gets the token of whoever has approved`() async throws {
    let tmux = try await form("oidc-corp", ["--print", "token"], output: sandbox.path("token"))
    try await tmux.wait(for: "Sign in with Example Corp")
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    try files.happen(.approve)
    #expect(try await tmux.ending() == .exited(0))
    let token = try String(contentsOfFile: sandbox.path("token"), encoding: .utf8)
    let owner = try await sandbox.run(files.signin, ["session", "verify", "--store", store], input: .text(token))
    #expect(owner.output.contains("ada@corp.example"), "\(owner)")
  }

  @Test func `A small screen has address and code`() async throws {
    let tmux = try await form(columns: 40, rows: 12)
    try await tmux.wait(for: "Sign in with Example Corp")
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    let screen = try await tmux.wait(for: "Esc cancel")
    #expect(screen.text.contains("https://login.example.com/device"))
    // And so it is after a resize, and the picture comes with the room for it
    try await tmux.resize(columns: 100, rows: 30)
    try await tmux.wait(for: "▄")
  }

  @Test func `In a dialogue address and code are lines, and Ctrl-D gives up`() async throws {
    let tmux = try await form("oidc-corp", ["--plain"])
    try await tmux.wait(for: "Press Enter to begin:")
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    #expect(try await tmux.screen().text.contains("https://login.example.com/device"))
    try await tmux.press("C-d")
    try await tmux.wait(until: "it asks again") { $0.text.components(separatedBy: "Press Enter").count == 3 }
    try await tmux.press("Enter")
    try await tmux.wait(until: "the code is there again") { $0.text.components(separatedBy: "WDJB-MJH1").count == 3 }
    try files.happen(.approve)
    try await tmux.wait(for: "Signed in as ada@corp.example")
  }

  @Test func `A script is told that it takes a person`() async throws {
    let config = sandbox.path("config.toml")
    try ApprovalFiles.settings.write(toFile: config, atomically: true, encoding: .utf8)
    let finished = try await sandbox.run(
      files.signin,
      [
        "--config", config, "--store", store, "--accounts", "oidc-corp", "--password-stdin", "--email",
        "ada@corp.example",
      ],
      input: .text("x\n"))
    #expect(finished.errors.contains("People sign in with Example Corp here, which takes a person."))
    #expect(finished.ending != .exited(0))
  }
}
