import TestSupport
import Testing

@Suite("Signing in at a real terminal")
struct SignInEndToEndTests {
  let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    let added = try await sandbox.run(
      Sandbox.signin,
      ["account", "add", "ada@lovelace.example", "--password-stdin"], input: .text("correct horse\n"))
    try #require(added.ending == .exited(0), "\(added.errors)")
  }

  @Test("Borders turn red, then green, and the right password signs in")
  func signsIn() async throws {
    let tmux = try await Tmux([Sandbox.signin], in: sandbox)
    try await tmux.wait(for: "Password")

    try await tmux.type("ada")
    let notValid = try await tmux.wait(for: "Entered email is not valid.")
    #expect(notValid.colours(of: "Entered email is not valid.") == [.red])
    try await tmux.type("@lovelace.example")
    let valid = try await tmux.wait(for: "✓")
    #expect(valid.colours(of: "✓") == [.green])

    try await tmux.press("Tab")
    try await tmux.type("12345")
    try await tmux.wait(for: "Password has to be from 6 to 20 characters long.")
    try await tmux.press("C-u")
    try await tmux.type("correct horse")
    try await tmux.wait(for: "[ Sign in ]")
    try await tmux.press("Enter")
    #expect(try await tmux.ending() == .exited(0))
    let end = try await tmux.wait(for: "Signed in as ada@lovelace.example")
    #expect(!end.isAlternate)
  }

  @Test("A wrong password is refused, and Esc leaves with status 1")
  func refused() async throws {
    let tmux = try await Tmux([Sandbox.signin, "--email", "ada@lovelace.example"], in: sandbox)
    try await tmux.wait(for: "ada@lovelace.example")
    try await tmux.type("wrong horse")
    try await tmux.wait(for: "[ Sign in ]")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Wrong email or password.")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
  }

  @Test("Ctrl-C ends the program by SIGINT")
  func interrupted() async throws {
    let tmux = try await Tmux([Sandbox.signin], in: sandbox)
    try await tmux.wait(for: "Password")
    try await tmux.press("C-c")
    #expect(try await tmux.ending() == .signalled(2))
  }

  @Test("Without a terminal it says so, with status 66")
  func noTerminal() async throws {
    let finished = try await sandbox.run(Sandbox.signin, [], environment: ["TERM": "xterm"])
    #expect(finished.ending == .exited(66))
    #expect(finished.errors.contains("There is no terminal"))
    #expect(finished.output.isEmpty)
  }

  @Test("One try from standard input: the result on standard output, or 77")
  func standardInput() async throws {
    let arguments = ["--password-stdin", "--email", "ADA@lovelace.example", "--print", "email"]
    let right = try await sandbox.run(Sandbox.signin, arguments, input: .text("correct horse\n"))
    #expect(right.ending == .exited(0))
    #expect(right.output == "ada@lovelace.example\n")
    let wrong = try await sandbox.run(Sandbox.signin, arguments, input: .text("wrong horse\n"))
    #expect(wrong.ending == .exited(77))
    #expect(wrong.output.isEmpty)
  }
}
