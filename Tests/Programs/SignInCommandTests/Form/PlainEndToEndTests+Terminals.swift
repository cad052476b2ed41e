import Foundation
import Identity
import TestSupport
import Testing

// Plain mode at other terminals, and beside other programs.

extension PlainEndToEndTests {
  @Test("In the locale C, what is typed is UTF-8 all the same")
  func typedInASCII() async throws {
    let added = try await sandbox.run(
      Sandbox.signin, ["account", "add", "bob@example.com", "--password-stdin"], input: .text("über 馬 horse\n"))
    try #require(added.ending == .exited(0))
    let pty = try start("--email", "bob@example.com", "--print", "email", environment: ["LC_ALL": "C"])
    try pty.waitForOutput("Password: ")
    pty.type("über 馬é\u{7F} horse\n")
    try pty.waitForOutput("bob@example.com\r\n")
    try expectEnd(of: pty, .exited(0))
  }

  @Test("Without UTF-8 only ASCII is written")
  func ascii() throws {
    let pty = try start("--email", "ä\u{1B}[31m@example", environment: ["LC_ALL": "C"])
    try pty.waitForOutput("Email: ")
    try pty.waitForOutput("Password: ")
    pty.type("correct horse\n")
    try pty.waitForOutput("Entered email is not valid.")
    try pty.waitForOutput("Email [")
    pty.type("\u{04}")
    try expectEnd(of: pty, .exited(1))
    #expect(pty.everything.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("A raw terminal is asked line by line, and is raw again afterwards")
  func raw() throws {
    let script = "stty raw -echo; stty -g >before; '\(Sandbox.signin)' --print email >out; stty -g >after; echo over"
    let pty = try Pty(
      ["/bin/sh", "-c", "cd '\(sandbox.directory)'; " + script],
      environment: sandbox.environment(with: ["TERM": "dumb"]))
    try pty.waitForOutput("Email: ")
    pty.type(StoreFixture.email + "\r")
    try pty.waitForOutput("Password: ")
    pty.type(StoreFixture.password + "\r")
    try pty.waitForOutput("over")
    #expect(try sandbox.contents(of: "out") == StoreFixture.email + "\n")
    #expect(try sandbox.contents(of: "before") == sandbox.contents(of: "after"))
  }

  @Test("Started in the background it waits until it is brought to the foreground")
  func background() async throws {
    let tmux = try await Tmux(
      ["sh", "-c", "PS1='shell> '; export PS1; exec sh -i"], in: sandbox, environment: ["TERM": nil])
    try await tmux.wait(for: "shell>")
    try await tmux.type("'\(Sandbox.signin)' --plain --print email --email \(StoreFixture.email) &\n")
    try await tmux.wait(until: "the shell is back") { $0.text.hasSuffix("shell>") && $0.text.contains("--email") }
    try await tmux.type("fg\n")
    try await tmux.wait(until: "the password is asked for") { $0.text.hasSuffix("Password:") }
    try await tmux.type(StoreFixture.password + "\n")
    try await tmux.wait(until: "the email comes") { $0.text.contains("Signing in.\n\(StoreFixture.email)") }
  }

  @Test("In tmux, after Ctrl-Z and fg, the question is asked again, without echo as before")
  func suspended() async throws {
    let tmux = try await Tmux(
      ["sh", "-c", "PS1='shell> '; export PS1; exec sh -i"], in: sandbox, environment: ["TERM": nil])
    try await tmux.wait(for: "shell>")
    try await tmux.type("'\(Sandbox.signin)' --plain --print email --email \(StoreFixture.email)\n")
    try await tmux.wait(for: "Password:")
    try await tmux.press("C-z")
    try await tmux.wait(for: "Stopped")
    try await tmux.type("fg\n")
    try await tmux.wait(until: "the question is asked again") { $0.text.hasSuffix("Password:") }
    try await tmux.type(StoreFixture.password + "\n")
    let end = try await tmux.wait(until: "the email comes") { $0.text.contains("Signing in.\n\(StoreFixture.email)") }
    #expect(!end.text.contains(StoreFixture.password))
  }

  @Test(
    "A password that comes with the line of the email is never shown, and answers its question",
    arguments: ["\n", "\r\n"])
  func twoLinesAtOnce(end: String) throws {
    let pty = try start("--print", "email")
    try pty.waitForOutput("Email: ")
    pty.type(StoreFixture.email + end + StoreFixture.password + end)
    try expectEnd(of: pty, .exited(0))
    #expect(
      pty.everything == """
        Sign in. Ctrl-D cancels.\r
        Email: ada@lovelace.example\r
        Password: \r
        Signing in.\r
        ada@lovelace.example\r

        """)
  }

  @Test("An email is edited with the keys of the terminal, and what is typed of it stays behind a warning")
  func editedEmail() throws {
    let pty = try start("--timeout", "11", "--print", "email")
    try pty.waitForOutput("Email: ")
    pty.type("bob@x\u{15}two words\u{17}\u{15}ada@lovelace.")
    try pty.waitForOutput("Closing in 10 s. Press Enter to stay.\r\nEmail: ada@lovelace.")
    pty.type("exam\u{7F}\u{8}ample\n")
    try pty.waitForOutput("exam\u{8} \u{8}\u{8} \u{8}ample\r\nPassword: ")
    pty.type(StoreFixture.password + "\n")
    try expectEnd(of: pty, .exited(0))
  }
}
