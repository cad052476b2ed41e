import TestSupport
import Testing

@Suite("Terminals of all types and sizes", .fewAtOnce)
struct TerminalKindsTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
  }

  private func form(
    term: String, environment: [String] = [], columns: Int = 80, rows: Int = 24
  ) async throws -> Tmux {
    let tmux = try await Tmux(
      ["env", "TERM=" + term] + environment + [Sandbox.signin], in: fixture.sandbox, columns: columns, rows: rows)
    try await tmux.wait(for: "Email")
    return tmux
  }

  @Test(
    "Each type shows the form, with coloured borders if possible, and signs in",
    arguments: [
      ("xterm", nil), ("xterm-256color", 131), ("tmux-256color", 131), ("screen", nil), ("screen-256color", 131),
      ("linux", 5), ("rxvt-unicode", nil), ("vt100", nil), ("vt220", nil), ("ansi", nil),
    ] as [(String, UInt8?)])
  func kinds(term: String, colour: UInt8?) async throws {
    let tmux = try await form(term: term)
    try await tmux.type("ada")
    let notValid = try await tmux.wait(for: "Entered email is not valid.")
    #expect(notValid.colours(of: "Entered email is not valid.") == [colour.map { .palette($0) } ?? .terminal])
    try await tmux.press("C-u")
    try await tmux.type(StoreFixture.email)
    try await tmux.press("Tab")
    try await tmux.submit(StoreFixture.password)
    try await tmux.leaveActivity()
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("NO_COLOR drops the colours and keeps the marks")
  func noColour() async throws {
    let tmux = try await form(term: "xterm-256color", environment: ["NO_COLOR=1"])
    try await tmux.type("ada")
    let screen = try await tmux.wait(for: "✗")
    let colours = Set(screen.rows.joined().map(\.style.foreground))
    #expect(colours == [.terminal])
  }

  @Test("Without UTF-8, letters replace lines and marks")
  func ascii() async throws {
    let tmux = try await form(term: "xterm", environment: ["LC_ALL=C"])
    try await tmux.type("ada")
    let screen = try await tmux.wait(for: "Entered email is not valid.")
    #expect(!screen.text.contains { !$0.isASCII })
    #expect(screen.place(of: "+= Email ====") != nil)
  }

  @Test("The form follows every resize, and the typed text stays")
  func resized() async throws {
    let tmux = try await form(term: "tmux-256color")
    try await tmux.type("ada@lovelace.example")
    try await tmux.press("Tab")
    try await tmux.type("12345")
    for (columns, rows) in [(200, 60), (40, 12), (20, 5), (132, 43), (80, 24)] {
      try await tmux.resize(columns: columns, rows: rows)
      try await tmux.wait(until: "the form fits \(columns)x\(rows)") { screen in
        screen.rows.count == rows && screen.rows.first?.count == columns && screen.place(of: "•••••") != nil
          && (rows < 12 || screen.place(of: "ada@lovelace.example") != nil)
      }
    }
    try await tmux.resize(columns: 19, rows: 4)
    try await tmux.wait(for: "This terminal is")
    try await tmux.resize(columns: 80, rows: 24)
    let screen = try await tmux.wait(for: "Password has to be from 6 to 20 characters long.")
    #expect(screen.place(of: "ada@lovelace.example") != nil)
    #expect(screen.place(of: "This terminal is") == nil)
  }
}
