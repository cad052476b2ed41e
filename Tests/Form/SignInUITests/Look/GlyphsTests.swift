import Testing

@testable import SignInUI

@Suite("The characters to draw with")
struct GlyphsTests {
  private func all(_ glyphs: Glyphs) -> Set<Character> {
    let lines = [glyphs.frame, glyphs.focusedField].flatMap {
      [$0.horizontal, $0.vertical, $0.topLeft, $0.topRight, $0.bottomLeft, $0.bottomRight]
    }
    let marks = [glyphs.valid, glyphs.invalid, glyphs.mask, glyphs.cutLeft, glyphs.cutRight]
    let list = [glyphs.prompt, glyphs.selected, glyphs.above, glyphs.below, glyphs.change, glyphs.separator]
    let halves = glyphs.halves.map { [$0.right, $0.left] } ?? []
    return Set((lines + marks + halves + glyphs.spinner + [glyphs.barReached, glyphs.barAhead] + list).joined())
  }

  @Test("The fonts of a Linux console have all its characters")
  func console() {
    // Besides ASCII, the characters in the tables of all 447 fonts of console-setup-linux 1.221, except 9 Ethiopian ones.
    let inAllFonts: Set<Character> = [
      "£", "§", "©", "®", "°", "±", "π", "–", "•", "←", "↑", "→", "↓", "−", "≤", "≥", "─", "│", "┌", "┐", "└", "┘", "├",
      "┤", "┬", "┴", "┼", "═", "║", "╔", "╗", "╚", "╝", "╠", "╣", "╦", "╩", "╬", "█", "░", "▒", "■", "▲", "▶", "▼", "◀",
      "♦",
    ]
    #expect(all(.console).allSatisfy { $0.isASCII || inAllFonts.contains($0) })
  }

  @Test("There the focused field differs by more than its weight: thin, heavy and double lines look alike")
  func focus() {
    #expect(Glyphs.console.frame.horizontal == "─")
    #expect(Glyphs.console.focusedField.horizontal == "=")
  }

  @Test("Locale and kind of terminal decide the characters")
  func chosen() {
    func valid(_ isUTF8: Bool, _ terminal: String?) -> String { Glyphs.shown(isUTF8: isUTF8, terminal: terminal).valid }
    #expect(valid(true, "xterm-256color") == "✓")
    #expect(valid(true, nil) == "✓")
    #expect(valid(true, "linux") == "v")
    #expect(valid(true, "linux-16color") == "v")
    #expect(all(.shown(isUTF8: false, terminal: "linux")).allSatisfy { $0.isASCII })
  }
}
