import Foundation
import TestSupport
import Testing

@Suite(
  "A form for users of a provider, and for a queue", .fewAtOnce,
  .enabled("only root can own the folders of a service") { geteuid() == 0 })
struct LoginKindsEndToEndTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// A service of people whom PAM knows.
  private func service(_ fault: String = "nothing happens", takesEmails: Bool = false) throws -> ServedStore {
    try ServedStore(
      in: sandbox, program: Pty.product("ServerProbe"),
      environment: [
        "KEEPER_FAULT": fault, "KEEPER_PROVIDER": "pam", "KEEPER_EMAILS": takesEmails ? "too" : nil, "LOGNAME": "grace",
      ])
  }

  private func environment(_ service: ServedStore) -> [String: String?] {
    ["SIGNIN_STORE": service.url, "LOGNAME": "grace"]
  }

  @Test("It learns from the service that it asks for user names, on the screen and line by line")
  func welcome() async throws {
    let service = try service()
    let tmux = try await Tmux([Sandbox.signin, "--email", "ada"], in: sandbox, environment: environment(service))
    try await tmux.wait(for: "User name")
    try await tmux.submit("x")
    try await tmux.wait(for: "ada@pam.localhost")
    let plain = try await Tmux([Sandbox.signin, "--plain"], in: sandbox, environment: environment(service))
    try await plain.wait(for: "User name:")
    try await plain.type("ada")
    try await plain.press("Enter")
    try await plain.wait(for: "Password:")
    try await plain.type("x")
    try await plain.press("Enter")
    try await plain.wait(for: "What to do?")
    try await plain.press("Enter")
    #expect(try await plain.ending() == .exited(0))
  }

  @Test("A script signs in with a user name, and hears that the name or the password is wrong")
  func script() async throws {
    let service = try service()
    let arguments = ["--accounts", "pam", "--password-stdin", "--email", "ada", "--print", "email"]
    let passed = try await sandbox.run(arguments, input: .text("x\n"), environment: environment(service))
    #expect(passed.output == "ada@pam.localhost\n", "\(passed.errors)")
    let email = try await sandbox.run(["--password-stdin", "--email", "ada"], input: .text("x\n"))
    #expect(email.errors == "signin: Entered email is not valid. It has no @.\n")
    let wrong = try await sandbox.run(["--accounts", "pam,other"], environment: environment(service))
    #expect(wrong.ending == .exited(64))
    #expect(wrong.errors.contains("“pam,other” isn't a valid --accounts"))
  }

  @Test("A form that links a name asks for the password of the account, then for that of the name")
  func linked() async throws {
    let service = try service(takesEmails: true)
    let tmux = try await Tmux(
      [Sandbox.signin, "--email", "ada@lovelace.example"], in: sandbox, columns: 120,
      environment: environment(service))
    try await tmux.wait(for: "Password")
    try await tmux.submit("correct horse")
    try await tmux.wait(for: "F7")
    try await tmux.press("F7")
    try await tmux.wait(for: "User name")
    try await tmux.type("carl")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Current password")
    // A wrong one is asked for again, and is still that of the account.
    try await tmux.type("wrong horse")
    try await tmux.press("Enter")
    let again = try await tmux.wait(for: "The password is wrong.")
    #expect(again.place(of: "Current password") != nil)
    try await tmux.type("correct horse")
    try await tmux.press("Enter")
    try await tmux.wait(for: "“Password of carl”")
    try await tmux.type("battery staple")
    try await tmux.press("Enter")
    try await tmux.wait(for: "User name linked.")
  }

  @Test("Line by line, u links a name in the same way")
  func linkedLineByLine() async throws {
    let service = try service(takesEmails: true)
    let tmux = try await Tmux(
      [Sandbox.signin, "--plain", "--email", "ada@lovelace.example"], in: sandbox, columns: 120,
      environment: environment(service))
    for (question, answer) in [
      ("Password:", "correct horse"), ("What to do?", "u"), ("“User name”:", "carl"),
      ("Current password:", "correct horse"), ("“Password of carl”:", "battery staple"),
    ] {
      try await tmux.wait(for: question)
      try await tmux.type(answer)
      try await tmux.press("Enter")
    }
    try await tmux.wait(for: "User name linked.")
  }

  @Test("The place in the queue is shown, and said once when it changes")
  func queue() async throws {
    let service = try service("begin queues")
    let tmux = try await Tmux([Sandbox.signin, "--email", "ada"], in: sandbox, environment: environment(service))
    try await tmux.wait(for: "User name")
    try await tmux.submit("x")
    try await tmux.wait(for: "Place 2 in line")
    try await tmux.press("Escape")
    try await tmux.wait(until: "the form is back") { $0.place(of: "in line") == nil }
    let plain = try await Tmux(
      [Sandbox.signin, "--plain", "--email", "ada"], in: sandbox, environment: environment(service))
    try await plain.wait(for: "Password:")
    try await plain.type("x")
    try await plain.press("Enter")
    let screen = try await plain.wait(for: "Place 2 in line.")
    #expect(screen.text.components(separatedBy: "in line.").count <= 3)
  }
}
