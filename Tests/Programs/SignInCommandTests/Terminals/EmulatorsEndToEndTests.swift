import TestSupport
import Testing

@Suite("In common terminal emulators", .fewAtOnce, .enabled(if: LongRun.isLong, "make test-long has them"))
struct EmulatorsEndToEndTests {
  /// Prints a line, runs the form, then shows all further keys, so nothing of the form may remain.
  private static let session = """
    echo "this was here"; stty -g >before; "$1"; echo "status $?"; stty -g >after; exec cat
    """

  @Test("The whole path, with the emulator's own keys, mouse, paste and sizes", arguments: Emulator.all)
  func wholePath(emulator: Emulator) async throws {
    // given
    let fixture = try await StoreFixture()
    let window = try await EmulatorWindow(
      emulator, running: ["sh", "-c", Self.session, "sh", Sandbox.signin], in: fixture.sandbox)
    try await window.wait(for: "Esc cancel")
    // when the user types, then each key counts
    try await window.type("ada")
    let invalid = try await window.wait(until: "a whole form says what is wrong") {
      $0.contains("✗ ━┓\n") && $0.contains("Entered email is not valid.") && Self.edges(of: $0).count == 2
    }
    try await window.press("F1")
    try await window.wait(for: "Any key returns")
    try await window.press("Escape")
    try await window.wait(for: "┃ ada ")
    try await window.press("Home", "x", "End", "Left", "BackSpace", "Home", "Delete", "Right", "Q")
    try await window.wait(for: "┃ aQa ")
    try await window.press("End", "ctrl+u")
    try await window.wait(for: "e.g. ada@example.com")
    if emulator.abilities.contains(.alt) {
      try await window.type("abc")
      try await window.press("alt+b", "alt+d")
      try await window.wait(for: "e.g. ada@example.com")
    }
    // when an email is pasted
    try await window.paste(StoreFixture.email)
    if emulator.abilities.contains(.bracketedPaste) { try await window.wait(for: "Pasted 20 characters") }
    try await window.wait(for: "✓ ━┓\n")
    // when the focus moves on and back
    try await window.press("Down")
    try await window.type("12")
    try await window.wait(for: "Password has to be from 6 to 20 characters long.")
    try await window.press("shift+Tab")
    try await window.wait(for: "┏━ Email")
    if emulator.abilities.contains(.mouse) {
      try await window.click(row: 12, column: 30)
    } else {
      try await window.press("Tab")
    }
    try await window.wait(for: "┏━ Password")
    // when the window is resized, then the form fits
    try await window.resize(columns: 40, rows: 12)
    try await window.wait(until: "it fits 40x12") {
      let edges = Self.edges(of: $0)
      return edges.min() == 0 && edges.count == 2 && $0.contains("\n   6 to 20 characters long.")
    }
    try await window.resize(columns: 80, rows: 24)
    try await window.wait(until: "it stands where it was") {
      Self.edges(of: $0) == Self.edges(of: invalid) && $0.contains("6 to 20 characters long.")
    }
    // when the user signs in
    try await window.press("ctrl+u")
    try await window.type(StoreFixture.password)
    try await window.wait(for: "✓ ━┓\n")
    try await window.press("Return")
    try await window.wait(for: "Activity")
    try await window.press("Escape")
    // then the terminal is as before
    let end = try await window.wait(for: "status 0")
    #expect(!end.contains("Activity"))
    if emulator.abilities.contains(.otherScreen) { #expect(end.hasPrefix("this was here\n")) }
    try await window.click(row: 5, column: 5)
    try await window.type("echoed\n")
    let echo = try await window.wait(until: "what is typed is echoed") { $0.hasSuffix("\nechoed\nechoed") }
    #expect(!echo.contains("^["))
    #expect(try fixture.sandbox.contents(of: "after") == fixture.sandbox.contents(of: "before"))
    try await window.press("ctrl+d")
  }

  /// The first and the last column of the first field with thin borders, and of any gap in it.
  private static func edges(of screen: String) -> Set<Int> {
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    let frame = lines.drop { !$0.contains("╭") }.prefix { !$0.contains("╰") }
    return Set(frame.flatMap { [$0.prefix { $0 == " " }.count, $0.count - 1] })
  }
}
