import Foundation
import TestSupport
import Testing

@Suite("A program in a real terminal", .fewAtOnce)
struct TmuxTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func terminal(_ script: String, columns: Int = 40, rows: Int = 6, term: String = "xterm") async throws -> Tmux
  {
    try await Tmux(["sh", "-c", script], in: sandbox, columns: columns, rows: rows, term: term)
  }

  @Test("shows its output, and has the given size")
  func size() async throws {
    let terminal = try await terminal("stty size; echo $TERM; exec cat", columns: 33, rows: 7, term: "vt100")

    let screen = try await terminal.wait(for: "vt100")

    #expect(screen.text == "7 33\nvt100")
    #expect(screen.cursor == .init(row: 2, column: 0))
    #expect(!screen.isAlternate)
  }

  @Test("gets typed text unchanged, and keys by their names")
  func typing() async throws {
    let terminal = try await terminal("exec cat")

    try await terminal.type("Enter -l $HOME é;x")
    try await terminal.press("BSpace")
    try await terminal.type(";")
    try await terminal.press("Enter")
    try await terminal.wait(until: "the line came back") { $0.text == "Enter -l $HOME é;;\nEnter -l $HOME é;;" }

    try await terminal.press("C-d")
    #expect(try await terminal.ending() == .exited(0))
  }

  @Test("gets brackets around a paste if it asks for them")
  func pasting() async throws {
    let terminal = try await terminal(#"stty -echo -icanon; printf '\033[?2004hready'; exec cat -v"#)
    try await terminal.wait(for: "ready")

    try await terminal.paste("two words")

    try await terminal.wait(for: "^[[200~two words^[[201~")
  }

  @Test("shows its colours")
  func colours() async throws {
    let terminal = try await terminal(#"printf 'plain \033[31mwrong\033[0m \033[1;32mright\033[0m'; exec cat"#)

    let screen = try await terminal.wait(for: "right")

    #expect(screen.colours(of: "plain") == [.terminal])
    #expect(screen.colours(of: "wrong") == [.red])
    #expect(screen.styles(of: "right") == [.init(foreground: .green, attributes: [.bold])])
  }

  @Test("shows the alternate screen, and a hidden cursor")
  func alternate() async throws {
    let terminal = try await terminal(
      #"printf '\033[?1049h\033[?25lfull'; read line; printf '\033[?25h\033[?1049l'; exec cat"#)

    let full = try await terminal.wait(for: "full")
    #expect(full.isAlternate)
    #expect(full.cursor == nil)

    try await terminal.press("Enter")
    try await terminal.wait(until: "the main screen is back") { !$0.isAlternate && $0.cursor != nil }
  }

  @Test("gets a new size while it is running")
  func resizing() async throws {
    let terminal = try await terminal("trap 'stty size' WINCH; echo ready; while :; do read line; done")
    try await terminal.wait(for: "ready")

    try await terminal.resize(columns: 50, rows: 9)

    let screen = try await terminal.wait(for: "9 50")
    #expect(screen.rows.count == 9)
    #expect(screen.rows.map(\.count) == Array(repeating: 50, count: 9))
  }

  @Test(
    "reports its ending",
    arguments: [("exit 77", ChildProcess.Ending.exited(77)), ("kill -INT $$", .signalled(SIGINT))])
  func ending(script: String, ending: ChildProcess.Ending) async throws {
    let terminal = try await terminal("echo last words; \(script)")

    #expect(try await terminal.ending() == ending)
    #expect(try await terminal.screen().text == "last words")
  }

  @Test("that doesn't show the expected text causes an error with the actual text")
  func disappointment() async throws {
    let terminal = try await terminal("echo something else; exec cat", columns: 20, rows: 3)
    try await terminal.wait(for: "something else")

    let failure = await #expect(throws: Tmux.TimedOut.self) {
      try await terminal.wait(for: "success", within: .milliseconds(50), file: "Story.swift", line: 7)
    }

    #expect(
      failure?.description == """
        Story.swift:7: for 0.05 seconds it did not come that “success” is shown. The screen, cursor in row 1, column 0, the program is running:
        +--------------------+
        |something else      |
        |                    |
        |                    |
        +--------------------+
        """)
  }

  @Test("gets a hang-up when the test is over")
  func hangUp() async throws {
    let pipe = sandbox.path("pipe")
    _ = try await sandbox.run("mkfifo", [pipe])
    let listener = try sandbox.start("cat", [pipe])
    var terminal: Tmux? = try await terminal("trap '' HUP; echo ready; read line; echo hung up >\(pipe)")
    try await terminal?.wait(for: "ready")

    terminal = nil

    #expect(try await listener.finish().output == "hung up\n")
  }
}
