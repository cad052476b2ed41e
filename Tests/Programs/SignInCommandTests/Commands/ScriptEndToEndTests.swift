import Foundation
import TestSupport
import Testing

@Suite("Sign-in by a script", .fewAtOnce)
struct ScriptEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test("One attempt from standard input: the result on standard output, or 77")
  func standardInput() async throws {
    let arguments = ["--password-stdin", "--email", "ADA@lovelace.example", "--print", "email"]
    let right = try await sandbox.run(arguments, input: .text(StoreFixture.password + "\n"))
    #expect(right.ending == .exited(0))
    #expect(right.output == "ada@lovelace.example\n")
    #expect(right.errors.isEmpty)
    let wrong = try await sandbox.run(arguments, input: .text("wrong horse\n"))
    #expect(wrong.ending == .exited(77))
    #expect(wrong.output.isEmpty)
    #expect(wrong.errors == "signin: Wrong email or password.\n")
  }

  @Test("The form is drawn on the terminal, and the token is one line on standard output")
  func token() async throws {
    let file = sandbox.path("token")
    let tmux = try await Tmux(
      ["sh", "-c", #""$0" --print token --email "$1" </dev/null >"$2""#, Sandbox.signin, StoreFixture.email, file],
      in: sandbox)
    let form = try await tmux.wait(for: "[ ] Remember my email")
    #expect(form.place(of: StoreFixture.email) != nil)
    try await tmux.submit(StoreFixture.password)
    #expect(try await tmux.ending() == .exited(0))
    #expect(try await tmux.screen().text.isEmpty)
    let printed = try sandbox.contents(of: "token")
    #expect(printed.wholeMatch(of: /[A-Za-z0-9_-]{43}\n/) != nil)
  }

  @Test("--print json is one line with the email, the session, its token and its end")
  func json() async throws {
    let finished = try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--print", "json"], input: .text(StoreFixture.password + "\n")
    )
    #expect(finished.ending == .exited(0))
    #expect(finished.output.filter { $0 == "\n" }.count == 1)
    let object = try #require(JSONSerialization.jsonObject(with: Data(finished.output.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["version", "email", "session", "token", "expires"])
    #expect(object["version"] as? Int == 1)
    #expect(object["email"] as? String == StoreFixture.email)
    let expires = try #require(object["expires"] as? String)
    #expect(try Date(expires, strategy: .iso8601).timeIntervalSinceNow > 60)
  }

  @Test(
    "A secret is not read from a terminal, which would show it: status 66, and a sentence",
    .tags(.passwordsStayInside),
    arguments: [
      ["--password-stdin", "--email", StoreFixture.email], ["account", "add", "bob@example.com", "--password-stdin"],
      ["session", "verify"], ["session", "revoke", "--token-stdin"],
    ])
  func secretsAtTerminal(arguments: [String]) async throws {
    let pty = try Pty([Sandbox.signin] + arguments, environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    // The line is as wide as the terminal.
    try pty.waitForOutput("The input is a terminal, which would show what you type. Use a pipe or a\r\nfile.")
    #expect(try pty.wait() == .exited(66))
  }

  @Test("Without a screen a blocked email exits with 75, and prints how long to wait")
  func throttled() async throws {
    let arguments = ["--password-stdin", "--email", StoreFixture.email]
    try await fixture.block()
    let blocked = try await sandbox.run(arguments, input: .text(StoreFixture.password + "\n"))
    #expect(blocked.ending == .exited(75))
    #expect(blocked.errors.wholeMatch(of: /signin: Too many attempts. Try again in 1\d min \d+ s.\n/) != nil)
  }

  @Test("An account can be added once; a second time, or with a password that breaks the rules, exits with 65")
  func addsAccounts() async throws {
    let again = try await sandbox.run(
      ["account", "add", "Ada@Lovelace.example", "--password-stdin"], input: .text("another horse\n"))
    #expect(again.ending == .exited(65))
    #expect(again.errors == "signin: Ada@Lovelace.example already has an account.\n")
    for (password, sentence) in [
      ("12345", "Password has to be from 6 to 20 characters long."),
      ("lovelace", "The password must not be, or be part of, your email."),
      ("password123", "That password is too common. Choose another."),
    ] {
      let refused = try await sandbox.run(
        ["account", "add", "ada2@lovelace.example", "--password-stdin"], input: .text(password + "\n"))
      #expect(refused.ending == .exited(65))
      #expect(refused.errors == "signin: \(sentence)\n")
      #expect(refused.output.isEmpty)
    }
  }

  @Test("At a terminal it asks for the password of a new account twice, without echo")
  func asksTwice() async throws {
    let tmux = try await Tmux(
      [
        "sh", "-c", #"stty -g >"$1"; "$0" account add eve@lovelace.example; stty -g >"$2""#,
        Sandbox.signin, sandbox.path("before"), sandbox.path("after"),
      ], in: sandbox)
    try await tmux.wait(for: "Password: ")
    try await tmux.type("battery staple\n")
    try await tmux.wait(for: "Password again: ")
    try await tmux.type("battery staple\n")
    let screen = try await tmux.wait(for: "Added eve@lovelace.example")
    #expect(try await tmux.ending() == .exited(0))
    #expect(screen.place(of: "battery") == nil)
    #expect(try sandbox.contents(of: "before") == sandbox.contents(of: "after"))
  }

  @Test("At a terminal, an email that has an account is refused before a password is asked for")
  func existsAlready() async throws {
    let tmux = try await Tmux([Sandbox.signin, "account", "add", StoreFixture.email], in: sandbox)
    let screen = try await tmux.wait(for: "\(StoreFixture.email) already has an account.")
    #expect(try await tmux.ending() == .exited(65))
    #expect(screen.place(of: "Password") == nil)
  }

  @Test("Passwords that are pasted together answer one prompt each, and nothing of them is left on the screen")
  func pastedTogether() async throws {
    let tmux = try await Tmux([Sandbox.signin, "account", "password", StoreFixture.email], in: sandbox)
    try await tmux.wait(for: "Current password: ")
    try await tmux.type("\(StoreFixture.password)\nbattery staple\nbattery staple\n")
    let screen = try await tmux.wait(for: "Changed the password of \(StoreFixture.email)")
    #expect(try await tmux.ending() == .exited(0))
    #expect(screen.place(of: "battery") == nil)
  }
}
