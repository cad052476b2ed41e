import Secrets
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The line editor")
struct LineEditorTests {
  @Test("Undo removes a word and the blank after it; redo brings it back")
  func undoByWord() {
    for words in [LineEditor.Words.separate, .one] {
      let line = LineEditor("correct horse battery", words: words)
      #expect(line.undoing() == "correct horse ")
      #expect(line.undoing() == "correct ")
      #expect(line.undoing() == "")
      #expect(line.undoing() == "")
      #expect(line.redoing() == "correct ")
      #expect(line.redoing() == "correct horse ")
      #expect(line.redoing() == "correct horse battery")
    }
  }

  @Test("Deletion is undone word by word, and is a step separate from typing")
  func undoDeletion() {
    let line = LineEditor("one two")
    for _ in 1...5 { _ = line.perform(.deleteBackward) }
    #expect(line.string == "on")
    #expect(line.undoing() == "one")
    #expect(line.undoing() == "one two")
    #expect(line.undoing() == "one ")
  }

  @Test("Moving the cursor starts a new step")
  func undoAfterMove() {
    let line = LineEditor("ab")
    _ = line.perform(.moveToStart)
    line.type("cd")
    #expect(line.string == "cdab")
    #expect(line.undoing() == "ab")
    #expect(line.cursor == 0)
    #expect(line.undoing() == "")
  }

  @Test("An address has several words, but Ctrl-W takes it as one")
  func words() {
    let line = LineEditor("ada@lovelace.example")
    _ = line.perform(.moveWordLeft)
    #expect(line.cursor == 13)
    _ = line.perform(.moveWordLeft)
    #expect(line.cursor == 4)
    _ = line.perform(.moveWordRight)
    #expect(line.cursor == 12)
    _ = line.perform(.killWordBackward)
    #expect(line.string == "ada@.example")
    _ = line.perform(.killWordForward)
    #expect(line.string == "ada@")
    _ = line.perform(.killToBlank)
    #expect(line.string == "")
  }

  @Test("A masked line is one word")
  func maskedWords() {
    let line = LineEditor("correct horse", words: .one)
    _ = line.perform(.moveWordLeft)
    #expect(line.cursor == 0)
    _ = line.perform(.moveWordRight)
    #expect(line.cursor == 13)
    _ = line.perform(.killToBlank)
    #expect(line.string == "")
  }

  @Test("Consecutive kills are yanked together, in the order of the text")
  func killRing() {
    let line = LineEditor("one two three four")
    for _ in 1...2 { _ = line.perform(.killWordBackward) }
    _ = line.perform(.moveToStart)
    _ = line.perform(.yank)
    #expect(line.string == "three fourone two ")
    _ = line.perform(.moveToStart)
    for _ in 1...2 { _ = line.perform(.killWordForward) }
    _ = line.perform(.moveToEnd)
    _ = line.perform(.yank)
    #expect(line.string == " two three fourone")
  }

  @Test("Each line keeps its own kills: another line can't yank them")
  func ownKills() {
    let password = LineEditor("correct horse", words: .one)
    _ = password.perform(.killToStart)
    let email = LineEditor("ada")
    #expect(email.perform(.yank) == .same)
    #expect(email.string == "ada")
    _ = password.perform(.yank)
    #expect(password.string == "correct horse")
  }

  @Test("A wiped line can't be restored by undo or yank")
  func wiped() {
    let line = LineEditor("correct horse", words: .one)
    _ = line.perform(.killToStart)
    _ = line.perform(.yank)
    line.wipe()
    for command in [EditCommand.undo, .redo, .yank] {
      #expect(line.perform(command) == .same)
      #expect(line.text.isEmpty)
    }
  }

  @Test("Setting the text from outside discards the undo steps")
  func replaced() {
    let line = LineEditor("old")
    #expect(line.replaceAll(with: "ada@lovelace.example"))
    #expect(line.cursor == 20)
    #expect(line.perform(.undo) == .same)
    line.type("!")
    #expect(line.undoing() == "ada@lovelace.example")
  }

  @Test("A full line refuses more and is unchanged")
  func full() {
    let line = LineEditor(capacity: 4, words: .separate)
    line.type("abc")
    #expect(line.perform(.insert("é")) == .full)
    #expect(line.insert(GuardedText("xy")) == .full)
    #expect(line.string == "abc")
    #expect(line.perform(.insert("d")) == .changed)
    #expect(line.perform(.insert("e")) == .full)
    #expect(line.string == "abcd")
  }

  @Test(
    "Every command treats a character of any script as one",
    arguments: ["e\u{301}", "🇩🇪", "👨‍👩‍👧", "\u{1112}\u{1161}\u{11AB}", "ที่", "日", "שָׁ", "👍🏽"])
  func clusters(character: String) {
    let line = LineEditor("a\(character)b")
    #expect(line.text.count == 3)
    _ = line.perform(.moveLeft)
    _ = line.perform(.deleteBackward)
    #expect(line.string == "ab")
    #expect(line.undoing() == "a\(character)b")
    _ = line.perform(.moveToStart)
    _ = line.perform(.moveRight)
    #expect(line.cursor == 1)
    _ = line.perform(.deleteForward)
    #expect(line.string == "ab")
  }
}

extension LineEditor {
  fileprivate convenience init(_ text: String, words: Words = .separate) {
    self.init(capacity: 1024, words: words)
    type(text)
  }

  fileprivate func type(_ text: String) {
    for scalar in text.unicodeScalars { _ = perform(.insert(scalar)) }
  }

  fileprivate var string: String { text.withUTF8 { String(decoding: $0, as: UTF8.self) } }

  fileprivate func undoing() -> String {
    _ = perform(.undo)
    return string
  }

  fileprivate func redoing() -> String {
    _ = perform(.redo)
    return string
  }
}
