import Testing

@testable import Terminal

@Suite("A line that the program edits")
struct EditedLineTests {
  private let line = EditedLine()

  private func type(_ text: String) -> [EditedLine.Step] { text.unicodeScalars.map { line.feed($0) } }
  private var text: String { String(String.UnicodeScalarView(line.scalars)) }

  @Test("Both bytes of Backspace delete a whole character with its marks, as wide as it is")
  func backspace() {
    _ = type("ae\u{301}\u{7F}")
    #expect(text == "a")
    #expect(type("馬\u{8}").last == .delete(columns: 2))
    #expect(type("\u{7F}\u{7F}").map { $0 } == [.delete(columns: 1), .delete(columns: 0)])
    #expect(text == "")
  }

  @Test("Ctrl-W deletes up to a blank, and Ctrl-U everything")
  func kill() {
    _ = type("one two@three.example  ")
    #expect(type("\u{17}") == [.delete(columns: 19)])
    #expect(text == "one ")
    #expect(type("\u{17}") == [.delete(columns: 4)])
    _ = type("ada@lovelace.example")
    #expect(type("\u{15}") == [.delete(columns: 20)])
    #expect(type("\u{17}\u{15}") == [.delete(columns: 0), .delete(columns: 0)])
  }

  @Test("Keys are those of the terminal's settings, and a key that is none of them does nothing")
  func keys() {
    #expect(type("\u{0}\u{1B}\t\u{9B}") == [.nothing, .nothing, .nothing, .nothing])
    var keys = EditedLine.Keys()
    (keys.line, keys.backspace) = (0x18, 0)
    _ = type("ada")
    #expect(line.feed("\u{0}", keys) == .nothing)
    #expect(line.feed("\u{15}", keys) == .nothing)
    #expect(line.feed("\u{18}", keys) == .delete(columns: 3))
  }

  @Test("Ctrl-D ends the input in an empty line only")
  func endOfInput() {
    #expect(type("\u{4}a\u{4}\n") == [.endOfInput, .insert("a"), .nothing, .end])
  }

  @Test("What has no room is left out")
  func full() {
    _ = type(String(repeating: "x", count: 4096))
    #expect(type("y") == [.nothing])
    #expect(line.scalars.count == 4096)
  }
}
