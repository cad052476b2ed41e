import TestSupport
import Testing

@Suite("A terminal that draws lines two cells wide", .fewAtOnce)
struct AmbiguousWidthTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
  }

  /// A form whose terminal has answered that the cursor stands in that column behind a line.
  private func form(answering column: Int) throws -> Pty {
    let pty = try Pty(
      [Sandbox.signin, "--print", "email"], environment: fixture.sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("─\u{1B}[6n")
    try pty.waitForOutput("  \u{1B}8")
    let place = try #require(pty.everything.firstMatch(of: #/\e\[(\d+);1H─\e\[6n\e\[(\d+);1H  \e8/#))
    #expect(place.1 == place.2 && place.1 != "1")
    pty.type("\u{1B}[\(place.1);\(column)R\u{1B}[?6c")
    return pty
  }

  @Test("It gets lines and marks in ASCII, and the sign-in goes on")
  func wide() throws {
    let pty = try form(answering: 3)
    try pty.waitForOutput("+-")
    let before = pty.everything.count
    pty.type(StoreFixture.email + "\t" + StoreFixture.password + "\r")
    #expect(try pty.wait() == .exited(0))
    #expect(!pty.everything.dropFirst(before).contains("─"))
    #expect(pty.everything.contains(StoreFixture.email))
    #expect(pty.leftovers == [])
  }

  @Test("Others keep their lines")
  func narrow() throws {
    let pty = try form(answering: 2)
    pty.type(StoreFixture.email + "\t" + StoreFixture.password + "\r")
    #expect(try pty.wait() == .exited(0))
    #expect(!pty.everything.contains("+-"))
    #expect(pty.leftovers == [])
  }
}
