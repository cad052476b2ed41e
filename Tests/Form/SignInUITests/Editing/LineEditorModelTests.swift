import Secrets
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The line editor against a reference model")
struct LineEditorModelTests {
  // Indic conjuncts are left out: Unicode 15.1 joins them, utf8proc 2.8 knows Unicode 14.
  private static let alphabets: [[ClosedRange<UInt32>]] = [
    [0x20...0x7E],
    [0x61...0x7A, 0x20...0x20, 0x2E...0x2E, 0x40...0x40],  // words, as in an address
    [0x41...0x5A, 0x300...0x36F],  // combining marks
    [0x1F1E6...0x1F1FF],  // regional indicators
    [0x1F466...0x1F469, 0x200D...0x200D, 0x1F3FB...0x1F3FF, 0xFE0F...0xFE0F],  // emoji that join
    [0x1100...0x1112, 0x1161...0x1175, 0x11A8...0x11C2, 0xAC00...0xAC40],  // Hangul jamo and syllables
    [0x0E01...0x0E3A, 0x0E40...0x0E4E],  // Thai
    [0x4E00...0x4E20, 0x3042...0x3060, 0x3000...0x3002],  // CJK, kana, ideographic blank and stops
    [0x05D0...0x05EA, 0x05B0...0x05BC, 0x0627...0x063A],  // Hebrew and Arabic
  ]

  private static let commands: [EditCommand] = [
    .moveLeft, .moveRight, .moveWordLeft, .moveWordRight, .moveToStart, .moveToEnd, .deleteBackward, .deleteBackward,
    .deleteBackward, .deleteForward, .deleteForward, .killWordBackward, .killWordForward, .killToBlank, .killToStart,
    .killToEnd, .yank, .yank, .undo, .undo, .undo, .undo, .redo, .redo,
  ]

  @Test(
    "100,000 random commands give both the same text and cursor, in a plain and in a masked line",
    arguments: [LineEditor.Words.separate, .one], 1...4 as ClosedRange<UInt64>)
  func randomCommands(words: LineEditor.Words, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 1...100 {
      let editor = LineEditor(capacity: 2048, words: words)
      var reference = ReferenceLine(isSecret: words == .one)
      let alphabet = Self.alphabets[Int.random(in: 0..<Self.alphabets.count, using: &random)]
      for step in 1...125 {
        let said = perform(on: editor, &reference, alphabet, &random)
        let text = editor.text.withUTF8 { String(decoding: $0, as: UTF8.self) }
        guard text.utf8.elementsEqual(reference.text.utf8), editor.cursor == reference.cursor else {
          Issue.record(
            """
            step \(step), \(said): \(text.debugDescription) at \(editor.cursor) should be \
            \(reference.text.debugDescription) at \(reference.cursor)
            """)
          return
        }
      }
    }
  }

  /// Performs a random command on both, and describes it.
  private func perform(
    on editor: LineEditor, _ reference: inout ReferenceLine, _ alphabet: [ClosedRange<UInt32>],
    _ random: inout SeededGenerator
  ) -> String {
    func scalar() -> Unicode.Scalar {
      let range = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "?"
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<50:
      let command = EditCommand.insert(scalar())
      _ = editor.perform(command)
      reference.perform(command)
      return "\(command)"
    case 50..<53:
      var pasted = ""
      for _ in 0..<Int.random(in: 0...6, using: &random) { pasted.unicodeScalars.append(scalar()) }
      _ = editor.insert(GuardedText(pasted))
      reference.paste(pasted)
      return "paste \(pasted.debugDescription)"
    case 53..<56:
      let index = Int.random(in: 0...reference.characters.count, using: &random)
      editor.moveCursor(to: index)
      reference.click(index)
      return "click \(index)"
    default:
      let command = Self.commands[Int.random(in: 0..<Self.commands.count, using: &random)]
      _ = editor.perform(command)
      reference.perform(command)
      return "\(command)"
    }
  }
}
