import Glibc
import TestSupport
import Testing

@Suite("A terminal that this machine doesn't know", .fewAtOnce)
struct UnknownTerminalsTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  /// The names that terminals of today send along with SSH.
  static let modern = [
    "xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour", "rio", "st-256color",
  ]

  /// A gate on a terminal of that name, whose command prints the name.
  private func gate(_ term: String?, wrapped wrapper: [String] = []) throws -> Pty {
    try Pty(
      wrapper + [Sandbox.signin, "--", "/bin/sh", "-c", "echo \"TERM is <${TERM-unset}>\""],
      environment: sandbox.environment(with: ["TERM": term, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]))
  }

  private func answerLineByLine(_ pty: Pty) throws {
    try pty.waitForOutput("Email: ")
    pty.type(StoreFixture.email + "\r")
    try pty.waitForOutput("Password: ")
    pty.type(StoreFixture.password + "\r")
  }

  @Test(
    "A terminal of a known family is drawn as xterm's, without a question, and the command gets its name unchanged",
    arguments: modern + ["new-256color"])
  func families(term: String) throws {
    let pty = try gate(term)
    try pty.waitForOutput("\u{1B}[?1049h")
    try pty.waitForOutput("Password")
    #expect(!pty.everything.hasPrefix("\u{1B}[c"))
    pty.type(StoreFixture.email + "\t" + StoreFixture.password + "\r")
    try pty.waitForOutput("TERM is <\(term)>")
    #expect(try pty.wait() == .exited(0))
    #expect(pty.leftovers == [])
  }

  @Test(
    "Another one that says which kind it is is drawn, and what is typed meanwhile is kept", arguments: ["new-9", nil])
  func answering(term: String?) throws {
    let pty = try gate(term)
    try pty.waitForOutput("\u{1B}[c")
    pty.type(StoreFixture.email + "\u{1B}[?6c" + "\t")
    try pty.waitForOutput("\u{1B}[?1049h")
    try pty.waitForOutput(StoreFixture.email)
    pty.type(StoreFixture.password + "\r")
    try pty.waitForOutput("TERM is <\(term ?? "unset")>")
    #expect(try pty.wait() == .exited(0))
    #expect(pty.leftovers == [])
  }

  @Test(
    "A silent one gets the form line by line, with the reason",
    arguments: [
      ("new-9", "This machine doesn't know the terminal type “new-9”."), (nil, "TERM isn't set."),
    ])
  func silent(term: String?, reason: String) throws {
    let pty = try gate(term)
    try pty.waitForOutput(reason)
    try answerLineByLine(pty)
    try pty.waitForOutput("TERM is <\(term ?? "unset")>")
    #expect(try pty.wait() == .exited(0))
    #expect(pty.settings == pty.found)
  }

  @Test("What is typed while nothing answers answers the questions, and a password among it is not shown")
  func typedAhead() throws {
    let pty = try gate("new-9")
    try pty.waitForOutput("\u{1B}[c")
    pty.type(StoreFixture.email + "m\u{7F}\r" + StoreFixture.password + "\r")
    try pty.waitForOutput("Email: \(StoreFixture.email)m\u{8} \u{8}\r\n")
    try pty.waitForOutput("TERM is <new-9>")
    #expect(try pty.wait() == .exited(0))
    #expect(!pty.everything.contains(StoreFixture.password))
  }

  @Test("An unfinished line can be finished, and an answer that comes too late is no text")
  func late() throws {
    let pty = try gate("new-9")
    try pty.waitForOutput("\u{1B}[c")
    pty.type("ada@love")
    try pty.waitForOutput("Email: ada@love")
    pty.type("\u{1B}[?62;22clace.example\r")
    try pty.waitForOutput("Password: ")
    pty.type(StoreFixture.password + "\r")
    try pty.waitForOutput("TERM is <new-9>")
    #expect(try pty.wait() == .exited(0))
  }

  @Test(
    "Where there is no description at all, every terminal gets the form line by line, and is asked nothing",
    .enabled("only root can hide the descriptions") { geteuid() == 0 }, arguments: modern + ["xterm-256color"])
  func empty(term: String) throws {
    let hiding =
      "for d in /etc/terminfo /lib/terminfo /usr/share/terminfo; do [ ! -d $d ] || mount -t tmpfs none $d; done"
    let pty = try gate(term, wrapped: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", hiding + "; exec \"$@\"", "sh"])
    try pty.waitForOutput("This machine doesn't know the terminal type “\(term)”.")
    #expect(!pty.everything.contains("\u{1B}"))
    try answerLineByLine(pty)
    try pty.waitForOutput("TERM is <\(term)>")
    #expect(try pty.wait() == .exited(0))
    #expect(pty.settings == pty.found)
  }
}
