import Foundation
import TestSupport
import Testing

@Suite("A form for people whom a provider knows, and for those who wait in a queue", .fewAtOnce)
struct LoginKindsEndToEndTests {
  let sandbox: Sandbox
  /// A copy of the program, with a keeper that a test leads beside it.
  let signin: String

  init() throws {
    sandbox = try Sandbox()
    let folder = sandbox.path("bin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    signin = folder + "/signin"
    try Sandbox.copy(program: Sandbox.signin, to: signin)
    try Sandbox.copy(program: Pty.product("KeeperProbe"), to: folder + "/signind")
    // The keeper opens no store, but without one the form begins with the first account.
    try Data().write(to: URL(filePath: sandbox.path("signin.db")))
  }

  private func environment(_ fault: String = "nothing happens") -> [String: String?] {
    ["KEEPER_FAULT": fault, "KEEPER_PROVIDER": "pam", "LOGNAME": "grace"]
  }

  @Test("It asks for a user name, begins with one's own, and shows the account's email")
  func name() async throws {
    let tmux = try await Tmux([signin, "--accounts", "pam"], in: sandbox, environment: environment())
    try await tmux.wait(for: "User name")
    try await tmux.wait(for: "grace")
    try await tmux.submit("x")
    try await tmux.wait(for: "grace@pam.localhost")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("Without the option it learns from the keeper, on the screen and line by line")
  func welcome() async throws {
    let tmux = try await Tmux([signin, "--email", "ada"], in: sandbox, environment: environment())
    try await tmux.wait(for: "User name")
    try await tmux.submit("x")
    try await tmux.wait(for: "ada@pam.localhost")
    let plain = try await Tmux([signin, "--plain"], in: sandbox, environment: environment())
    try await plain.wait(for: "User name:")
    try await plain.type("ada")
    try await plain.press("Enter")
    try await plain.wait(for: "Password:")
    try await plain.type("x")
    try await plain.press("Enter")
    try await plain.wait(for: "Remember my user name? (y/n)")
    try await plain.press("Enter")
    #expect(try await plain.ending() == .exited(0))
  }

  @Test("A script signs in with a user name, and hears that the name or the password is wrong")
  func script() async throws {
    let arguments = ["--accounts", "pam", "--password-stdin", "--email", "ada", "--print", "email"]
    let passed = try await sandbox.run(signin, arguments, input: .text("x\n"), environment: environment())
    #expect(passed.output == "ada@pam.localhost\n", "\(passed.errors)")
    let email = try await sandbox.run(
      signin, ["--password-stdin", "--email", "ada"], input: .text("x\n"), environment: environment())
    #expect(email.errors == "signin: Entered email is not valid.\n")
    let wrong = try await sandbox.run(signin, ["--accounts", "pam,other"], environment: environment())
    #expect(wrong.ending == .exited(64))
    #expect(wrong.errors.contains("“pam,other” isn't a valid --accounts"))
  }

  @Test("A form that links a name asks for the password of the account, then for that of the name")
  func linked() async throws {
    let tmux = try await Tmux(
      [signin, "--email", "ada@lovelace.example"], in: sandbox, columns: 120,
      environment: environment().merging(["KEEPER_EMAILS": "too"]) { $1 })
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

  @Test("The place in the queue is shown, and said once when it changes")
  func queue() async throws {
    let tmux = try await Tmux([signin, "--email", "ada"], in: sandbox, environment: environment("begin queues"))
    try await tmux.wait(for: "User name")
    try await tmux.submit("x")
    try await tmux.wait(for: "Place 2 in line")
    try await tmux.press("Escape")
    try await tmux.wait(until: "the form is back") { $0.place(of: "in line") == nil }
    let plain = try await Tmux(
      [signin, "--plain", "--email", "ada"], in: sandbox, environment: environment("begin queues"))
    try await plain.wait(for: "Password:")
    try await plain.type("x")
    try await plain.press("Enter")
    let screen = try await plain.wait(for: "Place 2 in line.")
    #expect(screen.text.components(separatedBy: "in line.").count <= 3)
  }
}
