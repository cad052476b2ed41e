import Foundation
import TestSupport
import Testing

@Suite(
  "A service that fails is a sentence on the form, and what was typed stays", .fewAtOnce,
  .enabled("only root can own the folders of a service") { geteuid() == 0 })
struct ServiceFaultsEndToEndTests {
  let sandbox: Sandbox
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
    sandbox = fixture.sandbox
  }

  /// A service that fails on purpose.
  private func service(_ fault: String) throws -> ServedStore {
    try ServedStore(in: sandbox, program: Pty.product("ServerProbe"), environment: ["KEEPER_FAULT": fault])
  }

  static let faultsBeforeWelcome = [
    ("start dies", "the service ended before it answered"), ("hello dies", "the service ended before it answered"),
    ("hello crashes", "the service ended before it answered"),
    ("hello babbles", "gave an answer that signin doesn't understand"),
    ("hello older", "the service is older than signin"), ("hello newer", "the service is newer than signin"),
    ("hello refuses", "too many people are signing in"),
  ]

  @Test("before it said welcome", arguments: faultsBeforeWelcome)
  func beforeWelcome(_ fault: String, _ sentence: String) async throws {
    let service = try service(fault)
    let tmux = try await form(at: service)
    try await tmux.wait(forWords: sentence)
    try await tmux.fill(StoreFixture.email)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(forWords: sentence)
    try await tmux.wait(for: StoreFixture.email)
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))

    let finished = try await script(at: service)
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains(sentence))
    #expect(finished.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "while it is asked",
    arguments: [
      ("begin dies", "the service ended before it answered"), ("begin crashes", "the service ended before it answered"),
      ("begin babbles", "gave an answer that signin doesn't understand"), ("begin refuses", "too many people"),
    ])
  func whileAsked(_ fault: String, _ sentence: String) async throws {
    let service = try service(fault)
    let tmux = try await form(at: service)
    try await tmux.fill(StoreFixture.email)
    for _ in 1...2 {
      try await tmux.submit(StoreFixture.password)
      try await tmux.wait(forWords: sentence)
      try await tmux.wait(for: StoreFixture.email)
      // The next key takes the sentence away, and the password that was kept because nobody took it.
      try await tmux.press("x", "C-u")
      try await tmux.wait(until: "the sentence is gone") { !$0.has(words: sentence) }
    }
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    let finished = try await script(at: service)
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains(sentence))
  }

  /// A form in which somebody has signed in at a service of the fixture's accounts.
  private func signedIn(at service: ServedStore) throws -> Pty {
    let environment = sandbox.environment(with: ["TERM": "xterm-256color", "SIGNIN_STORE": service.url])
    let pty = try Pty([Sandbox.signin, "--email", StoreFixture.email], environment: environment)
    try pty.waitForOutput("Password")
    pty.type(StoreFixture.password + "\r")
    try pty.waitForOutput("Activity")
    return pty
  }

  @Test("that is killed while a user is signed in: the next one accepts the session, and changes the password")
  func whileSignedIn() async throws {
    let service = try ServedStore(in: sandbox)
    let pty = try signedIn(at: service)
    try await service.kill()
    pty.type("\u{1B}OS")
    try pty.waitForOutput("New password again")
    pty.type("\(StoreFixture.password)\tbattery staple\tbattery staple\r")
    try pty.waitForOutput("Password changed.")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(0))
  }

  @Test("that is killed, and whose session is ended: F10 has nothing left to end, and says so")
  func signOutLater() async throws {
    let service = try ServedStore(in: sandbox)
    let pty = try signedIn(at: service)
    try await service.kill()
    #expect(try await sandbox.run(["session", "revoke", "--all"]).ending == .exited(0))
    pty.type("\u{1B}[21~")
    #expect(try pty.wait() == .exited(1))
    #expect(pty.everything.contains("Signed out"))
  }

  @Test("that hangs behind the list doesn't hold a user who leaves")
  func hangingAtTheEnd() async throws {
    let service = try ServedStore(in: sandbox)
    let pty = try signedIn(at: service)
    try pty.waitForOutput("account add")
    service.signal(SIGSTOP)
    defer { service.signal(SIGKILL) }
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(0))
    #expect(pty.everything.contains("Signed in as"))
  }

  @Test("that hangs does not block the form: Esc leads back, and out", arguments: ["hello hangs", "begin hangs"])
  func hanging(_ fault: String) async throws {
    let service = try service(fault)
    let tmux = try await form(at: service)
    try await tmux.fill(StoreFixture.email)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Signing in")
    try await tmux.press("Escape")
    try await tmux.wait(until: "the form is back") { $0.place(of: "Signing in") == nil }
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
  }

  @Test("that ends behind the activity fails the next page, and the list stays")
  func behindActivity() async throws {
    let service = try service("page dies")
    let tmux = try await form(at: service)
    try await tmux.fill(StoreFixture.email)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Activity")
    try await tmux.wait(forWords: "the service ended before it answered")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("that is not there is named, on the form and in a script")
  func missing() async throws {
    let service = try service("hello dies")
    service.stop()
    let tmux = try await form(at: service)
    try await tmux.wait(forWords: "start the service")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    let finished = try await script(at: service)
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains("start the service"))
  }

  private func form(at service: ServedStore) async throws -> Tmux {
    try await Tmux([Sandbox.signin], in: sandbox, columns: 200, environment: ["SIGNIN_STORE": service.url])
  }

  private func script(at service: ServedStore) async throws -> ChildProcess.Finished {
    try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email], input: .text(StoreFixture.password + "\n"),
      environment: ["SIGNIN_STORE": service.url])
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
