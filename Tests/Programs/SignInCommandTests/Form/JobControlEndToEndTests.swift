import Identity
import TestSupport
import Testing

/// The form as the job of an interactive shell.
@Suite("Under an interactive shell", .fewAtOnce)
struct JobControlEndToEndTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test(
    "Ctrl-Z and fg, repeatedly: the shell gets its screen, the form keeps its text, and signing in still works",
    .tags(.terminalIsGivenBack))
  func stopAndGo() async throws {
    // given
    let tmux = try await shell()
    try await tmux.type(command(StoreFixture.email))
    try await tmux.press("Enter")
    try await tmux.wait(for: "[ ] Remember")
    try await tmux.type("correct")
    try await tmux.wait(for: "•••••••")
    for round in 1...4 {
      // when
      try await tmux.press("C-z")
      // then
      let stopped = try await tmux.wait(until: "the shell is back") { $0.place(of: "Stopped") != nil }
      #expect(!stopped.isAlternate)
      try await tmux.type("clear; echo $((\(round) + 40))")
      try await tmux.press("Enter")
      try await tmux.wait(until: "the shell answers") { $0.line(0) == "\(round + 40)" }
      // and when
      try await tmux.type("fg")
      try await tmux.press("Enter")
      // then
      let back = try await tmux.wait(for: "•••••••")
      #expect(back.isAlternate)
      #expect(back.place(of: StoreFixture.email) != nil)
    }
    try await tmux.submit(" horse")
    try await tmux.leaveActivity()
    try await tmux.wait(for: "Signed in as \(StoreFixture.email)")
  }

  @Test("Started in the background it stops until it is brought to the foreground")
  func background() async throws {
    let tmux = try await shell()
    try await tmux.type(command(StoreFixture.email) + " &")
    try await tmux.press("Enter")
    // A shell reports a stopped job when it next prompts.
    try await tmux.type("until jobs -s | grep -q Stopped; do :; done; echo it $((40 + 2)) waits")
    try await tmux.press("Enter")
    try await tmux.wait(for: "it 42 waits")
    try await tmux.type("fg")
    try await tmux.press("Enter")
    try await tmux.wait(for: "[ ] Remember")
    try await tmux.submit(StoreFixture.password)
    try await tmux.leaveActivity()
    try await tmux.wait(for: "Signed in as \(StoreFixture.email)")
  }

  @Test("Ctrl-Z stops it while a sign-in is under way, and Esc still cancels afterwards")
  func stoppedWhileVerifying() async throws {
    let tmux = try await shell()
    try await tmux.type(command(StoreFixture.email))
    try await tmux.press("Enter")
    try await tmux.wait(for: "[ ] Remember")
    try await fixture.keepingStoreBusy {
      try await tmux.submit("some horse")
      try await tmux.wait(for: "Signing in")
      try await tmux.press("C-z")
      try await tmux.wait(for: "Stopped")
      try await tmux.type("clear; fg")
      try await tmux.press("Enter")
      try await tmux.wait(for: "Signing in")
      try await tmux.press("Escape")
      let givenUp = try await tmux.wait(until: "the form is back") { $0.place(of: "Signing in") == nil }
      #expect(givenUp.place(of: "•") == nil)
    }
    try await tmux.press("Escape")
    try await tmux.wait(for: "shell>")
  }

  @Test(
    "Ctrl-Z at a command's password prompt: the shell echoes, and the prompt comes again", .tags(.terminalIsGivenBack))
  func prompt() async throws {
    let tmux = try await shell()
    try await tmux.type("'\(Sandbox.signin)' account password \(StoreFixture.email)")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Current password:")
    try await tmux.type("half a pass")
    try await tmux.press("C-z")
    try await tmux.wait(for: "Stopped")
    try await tmux.type("clear; echo seen $((40 + 2))")
    try await tmux.wait(for: "echo seen")
    try await tmux.press("Enter")
    try await tmux.wait(for: "seen 42")
    try await tmux.type("fg")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Current password:")
    try await tmux.type(StoreFixture.password)
    try await tmux.press("Enter")
    try await tmux.wait(for: "New password:")
    try await tmux.press("C-d")
    let end = try await tmux.wait(for: "The input ended")
    #expect(end.place(of: "half a pass") == nil && end.place(of: "horse") == nil)
  }

  private func command(_ email: String) -> String { "'\(Sandbox.signin)' --email \(email)" }

  private func shell() async throws -> Tmux {
    let tmux = try await Tmux(
      ["bash", "--norc", "--noprofile", "-i"], in: fixture.sandbox, environment: ["PS1": "shell> "])
    try await tmux.wait(for: "shell>")
    return tmux
  }
}
