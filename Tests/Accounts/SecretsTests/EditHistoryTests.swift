import TestSupport
import Testing

@testable import Secrets

@Suite("The history of a guarded text")
struct EditHistoryTests {
  @Test("An insertion is undone and redone, with the cursor")
  func undoAndRedo() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 256))
    // given
    type("ada", 0..<0, text, history)
    type("!", 3..<3, text, history)
    // when, then
    #expect(history.undo(text) == 3)
    #expect(string(text) == "ada")
    #expect(history.undo(text) == 0)
    #expect(string(text) == "")
    #expect(history.undo(text) == nil)
    #expect(history.redo(text) == 3)
    #expect(history.redo(text) == 4)
    #expect(string(text) == "ada!")
    #expect(history.redo(text) == nil)
  }

  @Test("A group is undone and redone as one")
  func groups() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 256))
    type("one ", 0..<0, text, history)
    type("t", 4..<4, text, history)
    type("w", 5..<5, text, history, continuesGroup: true)
    type("o", 6..<6, text, history, continuesGroup: true)
    #expect(history.undo(text) == 4)
    #expect(string(text) == "one ")
    #expect(history.redo(text) == 7)
    #expect(string(text) == "one two")
  }

  @Test("A mark that joined the letter before it is undone alone")
  func joined() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 256))
    type("e", 0..<0, text, history)
    type("\u{301}", 1..<1, text, history)
    #expect(text.count == 1)
    #expect(history.undo(text) == 1)
    #expect(string(text).unicodeScalars.elementsEqual(["e"]))
    #expect(history.redo(text) == 1)
    #expect(string(text).unicodeScalars.elementsEqual(["e", "\u{301}"]))
  }

  @Test("A mark between two letters is undone alone, and both letters stay")
  func joinedBetween() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 256))
    type("abc", 0..<0, text, history)
    type("\u{301}", 2..<2, text, history)
    #expect(text.count == 3)
    #expect(history.undo(text) == 2)
    #expect(string(text).unicodeScalars.elementsEqual(["a", "b", "c"]))
    #expect(text.count == 3)
    #expect(history.redo(text) == 2)
    #expect(string(text).unicodeScalars.elementsEqual(["a", "b", "\u{301}", "c"]))
  }

  @Test("Typing after undo discards the redo steps")
  func branch() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 256))
    type("a", 0..<0, text, history)
    #expect(history.undo(text) == 0)
    type("b", 0..<0, text, history)
    #expect(history.redo(text) == nil)
    #expect(string(text) == "b")
  }

  @Test("A full history forgets the oldest changes, and the others still match the text")
  func full() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 100))
    for index in 0..<50 { type("x", index..<index, text, history) }
    var undone = 0
    while history.undo(text) != nil { undone += 1 }
    #expect(undone > 3)
    #expect(text.count == 50 - undone)
  }

  @Test("A full history makes room for several keys at once, a quarter of it or what a paste needs")
  func room() {
    // given room for six keys
    for (keys, steps) in [(6, 6), (7, 5), (8, 6), (9, 5)] {
      let (text, history) = (GuardedText(), EditHistory(capacity: 100))
      for index in 0..<keys { type("x", index..<index, text, history) }
      #expect(undone(text, history) == steps)
      #expect(text.count == keys - steps)
    }
    // when a paste needs more than a quarter
    let (text, history) = (GuardedText(), EditHistory(capacity: 100))
    for index in 0..<6 { type("x", index..<index, text, history) }
    type(String(repeating: "y", count: 50), 6..<6, text, history)
    // then it goes back on top of the keys that are left
    #expect(undone(text, history) == 3)
    #expect(string(text) == "xxxx")
  }

  @Test(arguments: [(90, 6, 6), (90, 7, 5), (60, 4, 4), (60, 5, 4)])
  func `A history that is exactly full, or frees exactly enough, forgets no more than it must`(
    capacity: Int, keys: Int, steps: Int
  ) {
    // given
    let (text, history) = (GuardedText(), EditHistory(capacity: capacity))
    // when each key takes 15 bytes
    for index in 0..<keys { type("x", index..<index, text, history) }
    // then
    #expect(undone(text, history) == steps)
  }

  @Test func `A paste that leaves room for nothing else forgets the only key before it`() {
    // given
    let (text, history) = (GuardedText(), EditHistory(capacity: 100))
    type("x", 0..<0, text, history)
    // when
    type(String(repeating: "y", count: 80), 1..<1, text, history)
    // then
    #expect(undone(text, history) == 1)
    #expect(string(text) == "x")
  }

  @Test func `A full history takes as many keys after an undo as before`() {
    // given
    let (text, history) = (GuardedText(), EditHistory(capacity: 100))
    for index in 0..<6 { type("x", index..<index, text, history) }
    // when
    #expect(history.undo(text) == 5)
    #expect(history.undo(text) == 4)
    for index in 4..<6 { type("y", index..<index, text, history) }
    // then
    #expect(string(text) == "xxxxyy")
    #expect(history.redo(text) == nil)
    #expect(undone(text, history) == 6)
    #expect(text.isEmpty)
  }

  @Test func `A removal is undone with what was removed, and redone`() {
    // given
    let (text, history) = (GuardedText(), EditHistory(capacity: 256))
    type("péché", 0..<0, text, history)
    // when
    #expect(history.remove(1..<4, of: text, cursor: 4, continuesGroup: false) == 1)
    // then
    #expect(string(text) == "pé")
    #expect(history.undo(text) == 4)
    #expect(string(text) == "péché")
    #expect(history.redo(text) == 1)
    #expect(string(text) == "pé")
  }

  @Test func `A history that was wiped remembers what comes after`() {
    // given
    let (text, history) = (GuardedText(), EditHistory(capacity: 256))
    type("old", 0..<0, text, history)
    history.wipe()
    // when
    type("new", 3..<3, text, history)
    // then
    #expect(history.undo(text) == 3)
    #expect(string(text) == "old")
    #expect(history.undo(text) == nil)
    #expect(history.redo(text) == 6)
  }

  @Test(arguments: [0, 65_536]) func `A history has from 1 to 65535 bytes`(_ capacity: Int) async {
    await #expect(processExitsWith: .failure) { [capacity] in _ = EditHistory(capacity: capacity) }
    #expect(EditHistory(capacity: 1).capacity == 1)
    #expect(EditHistory(capacity: 65_535).capacity == 65_535)
  }

  @Test("A change as large as the history can be undone")
  func largest() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 64))
    type(String(repeating: "b", count: 50), 0..<0, text, history)
    #expect(history.undo(text) == 0)
    #expect(text.isEmpty)
    type(String(repeating: "b", count: 51), 0..<0, text, history)
    #expect(history.undo(text) == nil)
    #expect(text.count == 51)
  }

  @Test("A change larger than the history is made, and nothing before it can be undone")
  func tooLarge() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 64))
    type("a", 0..<0, text, history)
    type(String(repeating: "b", count: 100), 1..<1, text, history)
    #expect(text.count == 101)
    #expect(history.undo(text) == nil)
  }

  @Test("A change that doesn't fit the text changes nothing, adds no step and keeps the redo steps")
  func refused() {
    let (text, history) = (GuardedText(capacity: 4), EditHistory(capacity: 256))
    type("ab", 0..<0, text, history)
    type("c", 2..<2, text, history)
    #expect(history.undo(text) == 2)
    #expect(type("wxyz", 2..<2, text, history) == nil)
    #expect(history.redo(text) == 3)
    #expect(string(text) == "abc")
  }

  @Test("A wiped history undoes nothing")
  func wiped() {
    let (text, history) = (GuardedText(), EditHistory(capacity: 256))
    type("secret", 0..<0, text, history)
    text.wipe()
    history.wipe()
    #expect(history.undo(text) == nil)
    #expect(history.redo(text) == nil)
    #expect(text.isEmpty)
  }

  private func undone(_ text: GuardedText, _ history: EditHistory) -> Int {
    var count = 0
    while history.undo(text) != nil { count += 1 }
    return count
  }

  @discardableResult
  private func type(
    _ new: String, _ range: Range<Int>, _ text: GuardedText, _ history: EditHistory, continuesGroup: Bool = false
  ) -> Int? {
    var new = new
    return new.withUTF8 {
      history.replace(range, of: text, with: $0, cursor: range.upperBound, continuesGroup: continuesGroup)
    }
  }
}
