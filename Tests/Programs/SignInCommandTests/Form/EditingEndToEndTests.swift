import TestSupport
import Testing

@Suite("Editing at a real terminal", .fewAtOnce)
struct EditingEndToEndTests {
  let sandbox: Sandbox

  init() async throws {
    sandbox = try await StoreFixture().sandbox
  }

  @Test("In the email every editing key does what the table of keys says")
  func email() async throws {
    let tmux = try await form()
    try await tmux.type("ada@lovelace.example x")
    try await tmux.expect("ada@lovelace.example x", cursor: 22)
    try await tmux.drive([
      ("Left", "ada@lovelace.example x", 21), ("C-b", "ada@lovelace.example x", 20),
      ("Right", "ada@lovelace.example x", 21), ("C-f", "ada@lovelace.example x", 22),
      ("M-b", "ada@lovelace.example x", 21), ("C-Left", "ada@lovelace.example x", 13),
      ("M-f", "ada@lovelace.example x", 20), ("C-Right", "ada@lovelace.example x", 22),
      ("Home", "ada@lovelace.example x", 0), ("End", "ada@lovelace.example x", 22),
      ("C-a", "ada@lovelace.example x", 0), ("C-e", "ada@lovelace.example x", 22),
      ("BSpace", "ada@lovelace.example", 21), ("C-h", "ada@lovelace.example", 20),
      ("C-a", "ada@lovelace.example", 0), ("DC", "da@lovelace.example", 0), ("C-d", "a@lovelace.example", 0),
      ("M-d", "@lovelace.example", 0), ("C-e", "@lovelace.example", 17),
      ("M-BSpace", "@lovelace.", 10), ("C-_", "@lovelace.example", 17), ("M-_", "@lovelace.", 10),
      ("C-y", "@lovelace.example", 17), ("C-a", "@lovelace.example", 0), ("C-f", "@lovelace.example", 1),
      ("C-k", "@", 1), ("C-y", "@lovelace.example", 17), ("C-w", "e.g. ada@example.com", 0),
      ("C-y", "@lovelace.example", 17), ("C-b", "@lovelace.example", 16), ("C-u", "e", 0),
      ("C-y", "@lovelace.example", 16), ("C-_", "e", 0), ("C-_", "@lovelace.example", 16),
    ])
  }

  @Test("The same keys edit the password, shown as dots, which is one word")
  func password() async throws {
    let tmux = try await form()
    try await tmux.press("Tab")
    try await tmux.type("correct horse")
    try await tmux.drive(
      [
        ("M-b", dots(13), 0), ("M-f", dots(13), 13), ("C-Left", dots(13), 0), ("C-Right", dots(13), 13),
        ("C-_", dots(8), 8), ("M-_", dots(13), 13), ("Left", dots(13), 12), ("C-k", dots(12), 12),
        ("C-y", dots(13), 13),
        ("BSpace", dots(12), 12), ("C-a", dots(12), 0), ("C-d", dots(11), 0), ("DC", dots(10), 0),
        ("C-e", dots(10), 10),
        ("C-u", "", 0), ("C-y", dots(10), 10), ("C-w", "", 0), ("C-y", dots(10), 10), ("M-BSpace", "", 0),
        ("C-y", dots(10), 10), ("Home", dots(10), 0), ("M-d", "", 0),
      ], row: 12)
    // then: text killed here can't be yanked into the email
    try await tmux.press("Up", "C-y")
    try await tmux.type("z")
    try await tmux.expect("z", cursor: 1)
  }

  @Test("A mistyped mail domain is noted, Right accepts the suggestion, and undo restores the typed one")
  func suggestion() async throws {
    let tmux = try await form()
    try await tmux.type("ada@gmial.com")
    try await tmux.wait(for: "→ Did you mean ada@gmail.com?")
    try await tmux.drive([("Right", "ada@gmail.com", 13), ("C-_", "ada@gmial.com", 13)])
    try await tmux.wait(for: "→ Did you mean ada@gmail.com?")
    try await tmux.press("C-f")
    try await tmux.expect("ada@gmail.com", cursor: 13)
  }

  @Test("With --hints off nothing is suggested")
  func noSuggestion() throws {
    let pty = try pty("--hints", "off", "--email", "ada@gmial.com")
    try pty.waitForOutput(" cancel")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(1))
    #expect(!pty.everything.contains("Did you mean"))
    // With hints on it would be
    let other = try self.pty("--email", "ada@gmial.com")
    try other.waitForOutput("Did you mean ada@gmail.com?")
  }

  @Test("F2 and Alt-P show the password, which hides by itself and when the focus moves")
  func reveal() async throws {
    let tmux = try await form()
    try await tmux.press("Tab")
    try await tmux.type("correct horse")
    try await tmux.press("F2")
    try await tmux.wait(for: "┃ correct horse ")
    try await tmux.wait(for: "┃ ••••••••••••• ")
    try await tmux.press("M-p")
    try await tmux.wait(for: "┃ correct horse ")
    try await tmux.press("Tab")
    try await tmux.wait(for: "│ ••••••••••••• ")
  }

  @Test("F1 and Alt-H show all keys; Esc, F1 and Alt-H close them")
  func help() async throws {
    let tmux = try await form()
    try await tmux.type("ada")
    for (open, close) in [("F1", "Escape"), ("M-h", "F1"), ("F1", "M-h")] {
      try await tmux.press(open)
      try await tmux.wait(for: "Alt-Backspace        cut word left")
      try await tmux.press(close)
      try await tmux.wait(for: "┃ ada ")
    }
  }

  @Test("A paste is one change that submits nothing and reports the characters it left out")
  func paste() async throws {
    let tmux = try await form()
    try await tmux.paste("ada@lovelace.example\n")
    try await tmux.wait(for: "Pasted 20 characters, 1 line break removed")
    try await tmux.press("Tab")
    try await tmux.paste("correct\u{7} horse\n")
    let pasted = try await tmux.waitForEnabledButton()
    #expect(pasted.place(of: "Pasted 13 characters, 1 line break") != nil)
    try await tmux.press("C-_")
    try await tmux.expect("", cursor: 0, row: 12)
  }

  @Test("A paste of a million characters is refused quickly, with a message")
  func hugePaste() async throws {
    let tmux = try await form()
    try await tmux.paste(String(repeating: "0123456789", count: 100_000))
    try await tmux.wait(for: "Too long to paste: the limit is 4096 bytes.")
    try await tmux.type("a")
    try await tmux.expect("a", cursor: 1)
  }

  @Test("Text wider than its field scrolls, with a mark at the cut, and the cursor stays visible")
  func scrolling() async throws {
    let tmux = try await form()
    let text = String(repeating: "0123456789", count: 6)
    // As many characters as fit, with the cursor after them
    try await tmux.type(String(text.prefix(47)))
    try await tmux.expect(String(text.prefix(47)), cursor: 47)
    // One more character scrolls the text by a third of the field, so the rest fits
    try await tmux.type("7")
    try await tmux.expect(String(text.prefix(48).suffix(31)), cursor: 31)
    try await tmux.wait(for: "┃‹789012")
    try await tmux.type("890123456789")
    try await tmux.expect(String(text.suffix(43)), cursor: 43)
    try await tmux.press("Home")
    try await tmux.expect(String(repeating: "0123456789", count: 4) + "01234567›", cursor: 0)
  }

  @Test("A click focuses and places the cursor, toggles, and presses")
  func mouse() async throws {
    let tmux = try await form()
    try await tmux.type("ada@lovelace.example")
    try await tmux.click(row: 8, column: 19)
    try await tmux.expect("ada@lovelace.example", cursor: 3)
    try await tmux.click(row: 12, column: 30)
    try await tmux.type("correct horse")
    try await tmux.expect(dots(13), cursor: 13, row: 12)
    try await tmux.click(row: 16, column: 20)
    try await tmux.wait(for: "[✓] Remember my email")
    try await tmux.click(row: 16, column: 60)
    try await tmux.leaveActivity()
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("The form asks for clicks; with --mouse off they belong to the terminal", arguments: ["on", "off"])
  func mouseOff(choice: String) throws {
    let pty = try pty("--mouse", choice)
    try pty.wait(for: "the form") { pty.output.contains("Esc") }
    #expect(pty.output.contains("\u{1B}[?1000h") == (choice == "on"))
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(1))
  }

  @Test("Ctrl-Z removes a revealed password from the screen before the shell is back")
  func suspendedWhileShown() throws {
    let pty = try pty("--email", StoreFixture.email)
    try pty.waitForOutput("Password")
    pty.type("correct horse\u{1B}OQ")
    try pty.waitForOutput("correct horse")
    pty.type("\u{1A}")
    try pty.wait(for: "the other screen left") { pty.output.contains("\u{1B}[?1049l") }
    let end = try #require(pty.output.firstRange(of: "\u{1B}[?1049l"))
    #expect(pty.output[..<end.lowerBound].contains("•••••"))
    #expect(!pty.output.contains("correct horse"))
    // Keys typed before the form is back are dropped.
    try pty.wait(for: "the form again") { pty.output[end.upperBound...].contains("Esc") }
    pty.type("\u{3}")
    #expect(try pty.wait() == .signalled(2))
  }

  private func pty(_ arguments: String...) throws -> Pty {
    try Pty([Sandbox.signin] + arguments, environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
  }

  private func form() async throws -> Tmux {
    let tmux = try await Tmux([Sandbox.signin], in: sandbox)
    try await tmux.wait(for: "Password")
    return tmux
  }

  private func dots(_ count: Int) -> String { String(repeating: "•", count: count) }
}

extension Tmux {
  /// Presses and releases the left button, in the terminal's encoding.
  fileprivate func click(row: Int, column: Int) async throws {
    for end in ["M", "m"] { try await send(bytes: Array("\u{1B}[<0;\(column + 1);\(row + 1)\(end)".utf8)) }
  }

  /// Presses the keys in order, and after each one waits for its text and cursor.
  fileprivate func drive(_ steps: [(key: String, text: String, cursor: Int)], row: Int = 8) async throws {
    for step in steps {
      try await press(step.key)
      try await expect(step.text, cursor: step.cursor, row: row, after: step.key)
    }
  }

  /// Waits until the field in `row` holds `text`, with the cursor before character number `cursor`.
  fileprivate func expect(_ text: String, cursor: Int, row: Int = 8, after key: String = "the last key") async throws {
    try await wait(until: "\(key) leads to “\(text)” with the cursor at \(cursor)") { screen in
      let line = screen.rows[row].dropFirst(16).prefix(49).map(\.character).joined()
      return line.trimmed == text && screen.cursor == .init(row: row, column: 16 + cursor)
    }
  }
}

extension String {
  /// The text without trailing blanks.
  fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
