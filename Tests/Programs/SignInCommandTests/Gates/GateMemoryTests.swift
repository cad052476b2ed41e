import Foundation
import Glibc
import Identity
import TestSupport
import Testing

@Suite("A gate remembers the login", .fewAtOnce)
struct GateMemoryTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  /// The remembered login; nil for none.
  private var remembered: String? {
    try? String(contentsOfFile: sandbox.path("state/signin/email"), encoding: .utf8)
  }

  @Test(
    "The box in front of a command, and with --print, is for the next form, whatever that is for",
    arguments: [["--", "true"], ["--print", "email"]])
  func ticked(options: [String]) async throws {
    let gate = try await Tmux([Sandbox.signin] + options, in: sandbox)
    try await gate.wait(for: "[ ] Remember my email")
    try await gate.type(StoreFixture.email + "\t" + StoreFixture.password + "\t ")
    try await gate.wait(for: "[✓] Remember my email")
    try await gate.waitForEnabledButton()
    try await gate.press("Enter")
    #expect(try await gate.ending() == .exited(0))
    #expect(remembered == StoreFixture.email + "\n")
    let next = try await Tmux([Sandbox.signin], in: sandbox)
    try await next.wait(for: "[✓] Remember my email")
    try await next.wait(for: StoreFixture.email)
  }

  @Test("--remember ticks the box; line by line nothing is asked")
  func option() async throws {
    let gate = try await Tmux([Sandbox.signin, "--remember", "--", "true"], in: sandbox)
    try await gate.wait(for: "[✓] Remember my email")
    try await gate.press("Escape")
    #expect(try await gate.ending() == .exited(1))
    #expect(remembered == nil)
    let plain = try Pty(
      [Sandbox.signin, "--plain", "--remember", "--", "echo", "ran"], environment: sandbox.environment(with: [:]))
    try plain.waitForOutput("Email: ")
    plain.type(StoreFixture.email + "\n")
    try plain.waitForOutput("Password: ")
    plain.type(StoreFixture.password + "\n")
    try plain.waitForOutput("ran")
    #expect(try plain.wait() == .exited(0))
    #expect(!plain.everything.contains("(y/n)"))
    #expect(remembered == StoreFixture.email + "\n")
  }

  @Test("Line by line a gate offers what is remembered, and begins to remember only with --remember")
  func plainGate() async throws {
    let signedIn = try Pty([Sandbox.signin, "--plain", "--", "true"], environment: sandbox.environment(with: [:]))
    try signedIn.waitForOutput("Email: ")
    signedIn.type(StoreFixture.email + "\n")
    try signedIn.waitForOutput("Password: ")
    signedIn.type(StoreFixture.password + "\n")
    #expect(try signedIn.wait() == .exited(0))
    #expect(!signedIn.everything.contains("(y/n)"))
    #expect(remembered == nil)
    try FileManager.default.createDirectory(
      atPath: sandbox.path("state/signin"), withIntermediateDirectories: true)
    try (StoreFixture.email + "\n").write(toFile: sandbox.path("state/signin/email"), atomically: true, encoding: .utf8)
    let next = try Pty([Sandbox.signin, "--plain", "--", "true"], environment: sandbox.environment(with: [:]))
    try next.waitForOutput("Email: \(StoreFixture.email)\r\nPassword: ")
    next.type("\u{4}")
    #expect(try next.wait() == .exited(1))
  }

  @Test("Where many people share a uid nobody's login is remembered: there is no box, and --remember is refused")
  func shared() async throws {
    try fixture.write(settings: "throttle.gate-uids = [\"\(getuid())\"]\n")
    let gate = try await Tmux([Sandbox.signin, "--", "true"], in: sandbox)
    let form = try await gate.wait(for: "Password")
    #expect(form.place(of: "Remember") == nil)
    let refused = try await sandbox.run(["--remember", "--", "true"])
    #expect(refused.ending == .exited(78))
    #expect(
      refused.errors
        == "signin: --remember isn't allowed here. Many people share this uid (throttle.gate-uids).\n")
  }

  @Test(
    "Where only the service knows that many people share a uid, nothing is remembered, and the person reads why",
    .enabled("only root can own the folders of a service") { geteuid() == 0 })
  func sharedAtService() async throws {
    // given
    let rules = sandbox.path("rules.toml")
    try (StoreFixture.cheap + "throttle = { gate-uids = [\"\(getuid())\"] }\n").write(
      toFile: rules, atomically: true, encoding: .utf8)
    let service = try ServedStore(in: sandbox, options: ["--config", rules])
    // when
    let form = try Pty(
      [Sandbox.signin, "--plain", "--remember"], environment: sandbox.environment(with: ["SIGNIN_STORE": service.url]))
    for (question, answer) in [("Email: ", StoreFixture.email), ("Password: ", StoreFixture.password)] {
      try form.waitForOutput(question)
      form.type(answer + "\n")
    }
    try form.waitForOutput("What to do?")
    form.type("\n")
    // then
    #expect(try form.wait() == .exited(0))
    let said = form.everything.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("Your login isn't remembered: many people share this uid (throttle.gate-uids)."), "\(said)")
    #expect(remembered == nil)
  }

  @Test("--remember is refused with --password-stdin")
  func script() async throws {
    let refused = try await sandbox.run(
      ["--remember", "--password-stdin", "--email", StoreFixture.email], input: .text("x\n"))
    #expect(refused.ending == .exited(64))
    #expect(refused.errors.hasPrefix("signin: --remember can't be used with --password-stdin. "))
  }
}
