import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("Curses screen")
nonisolated struct CursesScreenTests {
  @Test(
    "colours by terminal, and none with NO_COLOR",
    arguments: [
      ("xterm-256color", 256), ("tmux-256color", 256), ("screen", 8), ("linux", 8), ("rxvt", 8), ("rxvt-unicode", 88),
      ("ansi", 8), ("vt100", 0), ("vt220", 0), ("xterm", 8),
    ])
  func depth(term: String, colours: Int) throws {
    // given a terminal
    let depth = ColourDepth(count: colours).rawValue
    let run = try ProbeRun(Pty.environment(term: term))
    // then its depth is known, a frame appears, and every key works
    try run.pty.waitForReport("x24 depth \(depth)\n")
    try run.pty.waitForOutput("hello")
    #expect(run.pty.everything.contains(colours == 88 ? "38;5;1m" : "31m") == (colours > 0))
    run.pty.type("\u{1B}[A\u{1B}OB")
    try run.pty.waitForReport("key up")
    try run.pty.waitForReport("key down")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
    // and with NO_COLOR there are no colours
    let plain = try ProbeRun(Pty.environment(term: term).merging(["NO_COLOR": "1"]) { $1 })
    try plain.pty.waitForOutput("hello")
    #expect(!plain.pty.everything.contains("31m"))
    plain.pty.type("q")
    try plain.expectEnd(.exited(0))
  }

  @Test("the last column stays empty on terminals that may wrap at once, which would misplace the cursor")
  func lastColumn() throws {
    for (term, columns) in [("ansi", 79), ("linux", 80), ("xterm", 80)] {
      let run = try ProbeRun(Pty.environment(term: term))
      try run.pty.waitForReport(" \(columns)x24 ")
      run.pty.resize(columns: 40, rows: 12)
      try run.pty.waitForReport("resized \(columns - 40)x12")
      run.pty.type("q")
      try run.expectEnd(.exited(0))
    }
  }

  @Test("without UTF-8, lines are ASCII and no byte is above 127")
  func ascii() throws {
    let run = try ProbeRun(Pty.environment(locale: "C"))
    try run.pty.waitForOutput("+--+")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
    #expect(run.pty.everything.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("a missing locale with UTF-8 in its name still gets UTF-8")
  func missingLocale() throws {
    let run = try ProbeRun(Pty.environment(locale: "xx_YY.UTF-8"))
    try run.pty.waitForOutput("┌──┐")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }

  @Test("a row that becomes blank takes no other row with it")
  func blankRow() throws {
    // given a row of text below another one
    let run = try ProbeRun()
    try run.pty.waitForOutput("hello")
    // when the upper row alone becomes blank
    run.pty.type("C")
    try run.pty.waitForReport("key C")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
    // then the rest of the screen is not cleared
    #expect(!run.pty.everything.contains("\u{1B}[J"))
  }

  @Test("a redraw by Ctrl-L clears the terminal and draws everything")
  func redraw() throws {
    let run = try ProbeRun()
    try run.pty.waitForOutput("hello")
    run.pty.type("l")
    try run.pty.waitForOutput("\u{1B}[H\u{1B}[2J")
    try run.pty.waitForOutput("┌──┐")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }
}
