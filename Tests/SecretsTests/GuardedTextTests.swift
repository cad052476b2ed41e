import Testing

@testable import Secrets

@Suite("Text in guarded memory, edited by what a person calls a character")
struct GuardedTextTests {
  @Test("What is typed is there, character by character")
  func typing() {
    let text = GuardedText()
    #expect(text.isEmpty)

    let cursor = type("péché", into: text)

    #expect(cursor == 5)
    #expect(text.count == 5)
    #expect(text.byteCount == 7)
    #expect(string(text) == "péché")
  }

  @Test("A combining mark typed after a letter joins it, and one Backspace takes both")
  func combiningMark() {
    let text = GuardedText()
    type("cafe", into: text)

    let cursor = text.insert("\u{301}", at: 4)

    #expect(cursor == 4)
    #expect(text.count == 4)
    text.remove(3..<4)
    #expect(string(text) == "caf")
  }
}
