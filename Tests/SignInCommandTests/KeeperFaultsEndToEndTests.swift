import Foundation
import TestSupport
import Testing

@Suite("A keeper that fails is a sentence on the form, and what was typed stays", .fewAtOnce)
struct KeeperFaultsEndToEndTests {
  let sandbox: Sandbox
  let household: Household
  /// A copy of the program, with a keeper that fails beside it.
  let signin: String

  init() async throws {
    household = try await Household()
    sandbox = household.sandbox
    let folder = sandbox.path("bin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    signin = folder + "/signin"
    try Sandbox.copy(program: Sandbox.signin, to: signin)
    try Sandbox.copy(program: Pty.product("KeeperProbe"), to: folder + "/signind")
  }

  static let faultsBeforeWelcome = [
    ("start dies", "signind ended before it answered"), ("hello dies", "signind ended before it answered"),
    ("hello crashes", "signind ended before it answered"),
    ("hello babbles", "gave an answer that signin doesn't understand"),
    ("hello older", "signind is older than signin"), ("hello newer", "signind is newer than signin"),
    ("hello refuses", "too many people are signing in"), ("hello misset", "the settings can't be used"),
  ]

  @Test("before it said welcome", arguments: faultsBeforeWelcome)
  func beforeWelcome(_ fault: String, _ sentence: String) async throws {
    let tmux = try await form(fault)
    try await tmux.wait(forWords: sentence)
    try await tmux.fill(Household.email)
    try await tmux.submit(Household.password)
    try await tmux.wait(forWords: sentence)
    try await tmux.wait(for: Household.email)
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))

    let finished = try await script(fault)
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains(sentence))
    #expect(finished.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "while it is asked",
    arguments: [
      ("begin dies", "signind ended before it answered"), ("begin crashes", "signind ended before it answered"),
      ("begin babbles", "gave an answer that signin doesn't understand"), ("begin refuses", "too many people"),
    ])
  func whileAsked(_ fault: String, _ sentence: String) async throws {
    let tmux = try await form(fault)
    try await tmux.fill(Household.email)
    for _ in 1...2 {
      try await tmux.submit(Household.password)
      try await tmux.wait(forWords: sentence)
      try await tmux.wait(for: Household.email)
      // The next key takes the sentence away, and the password that was kept because nobody took it.
      try await tmux.press("x", "C-u")
      try await tmux.wait(until: "the sentence is gone") { !$0.has(words: sentence) }
    }
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    let finished = try await script(fault)
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains(sentence))
  }

  /// A form in which somebody has signed in.
  private func signedIn() throws -> Pty {
    let pty = try Pty(
      [Sandbox.signin, "--email", Household.email], environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type(Household.password + "\r")
    try pty.waitForOutput("Activity")
    return pty
  }

  @Test("that is killed while somebody is signed in: the next keeper knows them, and changes their password")
  func whileSignedIn() async throws {
    let pty = try signedIn()
    let keeper = try #require(try ProcessMemory.keeper(of: pty.process))
    kill(keeper, SIGKILL)
    let status = "/proc/\(keeper)/status"
    #expect(
      await eventually { (try? String(contentsOfFile: status, encoding: .utf8))?.contains("State:\tZ") ?? true },
      "The keeper is gone, or waits for its parent.")
    pty.type("\u{1B}OS")
    try pty.waitForOutput("New password again")
    pty.type("\(Household.password)\tbattery staple\tbattery staple\r")
    try pty.waitForOutput("Password changed.")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(0))
  }

  @Test("that is killed, and whose session is ended: F10 has nothing left to end, and says so")
  func signOutLater() async throws {
    let pty = try signedIn()
    kill(try #require(try ProcessMemory.keeper(of: pty.process)), SIGKILL)
    #expect(try await sandbox.run(["session", "revoke", "--all"]).ending == .exited(0))
    pty.type("\u{1B}[21~")
    #expect(try pty.wait() == .exited(1))
    #expect(pty.everything.contains("Signed out"))
  }

  @Test("A keeper that hangs behind the list doesn't hold a user who leaves")
  func hangingAtTheEnd() async throws {
    let pty = try signedIn()
    try pty.waitForOutput("account add")
    let keeper = try #require(try ProcessMemory.keeper(of: pty.process))
    kill(keeper, SIGSTOP)
    defer { kill(keeper, SIGKILL) }
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(0))
    #expect(pty.everything.contains("Signed in as"))
  }

  @Test("A keeper that hangs holds nobody: Esc leads back, and out", arguments: ["hello hangs", "begin hangs"])
  func hanging(_ fault: String) async throws {
    let tmux = try await form(fault)
    try await tmux.fill(Household.email)
    try await tmux.submit(Household.password)
    try await tmux.wait(for: "Signing in")
    try await tmux.press("Escape")
    try await tmux.wait(until: "the form is back") { $0.place(of: "Signing in") == nil }
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    // One that has said welcome may be settling an attempt, so the form leaves it.
    if fault == "hello hangs" { #expect(await sandbox.waitForEnds() == []) }
  }

  @Test("A keeper that ends behind the activity fails the next page, and the list stays")
  func behindActivity() async throws {
    let tmux = try await form("page dies")
    try await tmux.fill(Household.email)
    try await tmux.submit(Household.password)
    try await tmux.wait(for: "Activity")
    try await tmux.wait(forWords: "signind ended before it answered")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("A keeper that is not there is named, on the form and in a script")
  func missing() async throws {
    try FileManager.default.removeItem(atPath: sandbox.path("bin/signind"))
    let tmux = try await form("hello dies")
    try await tmux.wait(forWords: "the program signind isn't there")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    let finished = try await script("hello dies")
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains("the program signind isn't there"))
  }

  private func form(_ fault: String) async throws -> Tmux {
    try await Tmux([signin], in: sandbox, columns: 200, environment: ["KEEPER_FAULT": fault])
  }

  private func script(_ fault: String) async throws -> ChildProcess.Finished {
    try await sandbox.run(
      signin, ["--password-stdin", "--email", Household.email], input: .text(Household.password + "\n"),
      environment: ["KEEPER_FAULT": fault])
  }
}

extension TmuxScreen {
  /// Whether the words are on the screen, on one row or wrapped in a border.
  func has(words: String) -> Bool {
    text.filter(\.isLetter).contains(words.filter(\.isLetter))
  }
}

extension Tmux {
  func wait(forWords words: String) async throws {
    try await wait(until: "“\(words)” is shown") { $0.has(words: words) }
  }

  /// Types an email, and goes on to the password.
  fileprivate func fill(_ email: String) async throws {
    try await type(email)
    try await press("Tab")
  }
}
