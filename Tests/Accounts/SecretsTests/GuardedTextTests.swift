import Testing

@testable import Secrets

@Suite("Text in guarded memory, edited by character")
struct GuardedTextTests {
  @Test("It is filled by the bytes that are written, or is empty if they don't fit or nothing was written")
  func filled() {
    let text = GuardedText(capacity: 4)
    let held = text.withUTF8 { UnsafeBufferPointer(start: $0.baseAddress, count: text.capacity) }
    func fill(_ bytes: [UInt8], isWritten: Bool = true) -> Bool {
      text.fill(bytes.count) { place in
        #expect(place.count == bytes.count)
        place.copyBytes(from: bytes)
        return isWritten
      }
    }
    #expect(fill(Array("abcd".utf8)) && string(text) == "abcd")
    // What was there before is gone.
    #expect(fill(Array("xy".utf8)) && string(text) == "xy" && text.count == 2 && text.letterCount.small == 2)
    #expect(held[2...].allSatisfy { $0 == 0 })
    #expect(!fill(Array("abcde".utf8)) && text.isEmpty)
    #expect(fill(Array("ab".utf8)) && string(text) == "ab")
    // And nothing stays in memory of what was refused.
    #expect(!fill(Array("abc".utf8), isWritten: false) && text.isEmpty)
    #expect(held.allSatisfy { $0 == 0 })
    #expect(!fill([0x61, 0xFF]) && text.isEmpty)
    #expect(held.allSatisfy { $0 == 0 })
    #expect(fill(Array("éA".utf8)) && text.count == 2 && text.letterCount.capitals == 1 && text.letterCount.small == 1)
  }

  @Test("Typed text is there, character by character")
  func typing() {
    let text = GuardedText()
    #expect(text.isEmpty)

    let cursor = type("péché", into: text)

    #expect(cursor == 5)
    #expect(text.count == 5)
    #expect(text.byteCount == 7)
    #expect(string(text) == "péché")
  }

  @Test("A combining mark typed after a letter joins it, and one Backspace deletes both")
  func combiningMark() {
    let text = GuardedText()
    type("cafe", into: text)

    let cursor = text.insert("\u{301}", at: 4)

    #expect(cursor == 4)
    #expect(text.count == 4)
    text.remove(3..<4)
    #expect(string(text) == "caf")
  }

  @Test("A letter typed before a lone combining mark joins it, and the cursor goes after both")
  func letterBeforeMark() {
    let text = GuardedText()
    type("\u{301}x", into: text)
    #expect(text.count == 2)

    let cursor = text.insert("e", at: 0)

    #expect(cursor == 1)
    #expect(text.count == 2)
    #expect(string(text) == "e\u{301}x")
  }

  @Test(
    "A character of any script is one, typed scalar by scalar",
    arguments: [
      "🇩🇪", "👩‍👩‍👧‍👦", "👍🏽", "❤️", "한", "각", "กำ", "漢", "é", "ё", "שׁ", "e\u{301}\u{323}",
    ])
  func anyScript(_ character: String) {
    let text = GuardedText()
    type("a", into: text)

    type(character, into: text)
    type("z", into: text)

    #expect(text.count == 3)
    #expect(text.byteRange(of: 1..<2) == 1..<1 + character.utf8.count)
    text.remove(1..<2)
    #expect(string(text) == "az")
  }

  @Test("A flag letter inserted before flags pairs all of them again, and its removal restores them")
  func flags() {
    let text = GuardedText()
    type("🇩🇪🇫🇷🇮🇹", into: text)
    #expect(text.count == 3)

    #expect(text.insert("\u{1F1E6}", at: 0) == 1)
    #expect(text.count == 4)
    #expect(text.byteRange(of: 3..<4).count == 4)  // the last letter stays single

    text.remove(3..<4)
    type("\u{1F1F9}", into: text)
    #expect(text.count == 4)
    #expect(string(text) == "\u{1F1E6}\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}\u{1F1EE}\u{1F1F9}")
  }

  @Test("Removing the text between two halves of a character joins them, and the position stays valid")
  func removalJoins() {
    let text = GuardedText()
    type("a\u{1F1E9}-\u{1F1EA}z", into: text)
    #expect(text.count == 5)

    text.remove(2..<3)

    #expect(string(text) == "a🇩🇪z")
    #expect(text.count == 3)
    #expect(type("!", into: text, at: 2) == 3)
    #expect(string(text) == "a🇩🇪!z")
  }

  @Test("A paste replaces a selection in one step")
  func replaceSelection() {
    let text = GuardedText()
    type("one two three", into: text)

    let cursor = withUTF8("2️⃣") { text.replace(4..<7, with: $0) }

    #expect(cursor == 5)
    #expect(string(text) == "one 2️⃣ three")
    #expect(text.count == 11)
  }

  @Test("Text that doesn't fit is refused whole, without a change")
  func capacity() {
    let text = GuardedText(capacity: 5)
    type("abcd", into: text)

    #expect(text.insert("é", at: 4) == nil)
    #expect(withUTF8("xyz") { text.replace(0..<1, with: $0) } == nil)
    #expect(string(text) == "abcd")

    #expect(withUTF8("xy") { text.replace(0..<1, with: $0) } == 2)
    #expect(string(text) == "xybcd")
  }

  @Test(
    "Bytes that aren't valid UTF-8 are refused, without a change",
    arguments: [[0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x61, 0xFF]] as [[UInt8]])
  func invalidUTF8(_ bytes: [UInt8]) {
    let text = GuardedText()
    type("ab", into: text)

    #expect(bytes.withUnsafeBufferPointer { text.replace(1..<1, with: $0) } == nil)

    #expect(string(text) == "ab")
    #expect(text.count == 2)
  }

  @Test("A text can be filled to its capacity and emptied, character by character")
  func full() {
    let text = GuardedText(capacity: 1023)
    for index in 0..<1023 { #expect(text.insert("a", at: index) == index + 1) }
    #expect(text.insert("b", at: 0) == nil)

    for _ in 0..<1023 { text.remove(0..<1) }

    #expect(text.isEmpty)
    #expect(text.count == 0)
  }

  @Test("Two texts with the same bytes are equal")
  func equality() {
    let one = GuardedText()
    let other = GuardedText(capacity: 40)
    #expect(one.contentsEqual(other))

    type("secret", into: one)
    type("secres", into: other)
    #expect(!one.contentsEqual(other))

    other.remove(5..<6)
    #expect(!one.contentsEqual(other))
    type("t", into: other)
    #expect(one.contentsEqual(other))
  }

  @Test("Wiping empties the text, zeroes all its bytes, and leaves it usable")
  func wiping() {
    let text = GuardedText()
    type("hunter2", into: text)
    let held = text.withUTF8 { UnsafeBufferPointer(start: $0.baseAddress, count: text.capacity) }

    text.wipe()

    #expect(text.isEmpty && text.count == 0)
    #expect(held.allSatisfy { $0 == 0 })
    type("again", into: text)
    #expect(string(text) == "again")
  }

  @Test("Removed text is zeroed, not only forgotten")
  func removalZeroes() {
    let text = GuardedText()
    type("hunter2", into: text)
    let held = text.withUTF8 { UnsafeBufferPointer(start: $0.baseAddress, count: text.capacity) }

    text.remove(2..<7)

    #expect(held[2...].allSatisfy { $0 == 0 })
    #expect(string(text) == "hu")
  }
}
