import Secrets

/// A line of text in guarded memory, and the cursor in it. Positions are counted in user-perceived characters.
///
/// One editor serves every field, secret or not, so what works in one works in all.
final class LineEditor {
  /// Whether words are told apart. In a masked text they are not: its words are nobody's business.
  enum Words {
    case separate
    case one
  }

  let text: GuardedText
  private let words: Words
  /// In front of which character the next one goes, from 0 to `text.count`.
  private(set) var cursor = 0

  init(capacity: Int, words: Words) {
    text = GuardedText(capacity: capacity)
    self.words = words
  }

  /// Does what `command` says. False when the text is the same as before.
  func perform(_ command: EditCommand) -> Bool {
    switch command {
    case .insert(let scalar): return insert(scalar)
    case .moveLeft: return move(to: max(0, cursor - 1))
    case .moveRight: return move(to: min(text.count, cursor + 1))
    case .moveToStart: return move(to: 0)
    case .moveToEnd: return move(to: text.count)
    case .deleteBackward: return remove(max(0, cursor - 1)..<cursor)
    case .deleteForward: return remove(cursor..<min(text.count, cursor + 1))
    case .deleteWordBackward: return remove(startOfWord..<cursor)
    case .deleteToStart: return remove(0..<cursor)
    case .deleteToEnd: return remove(cursor..<text.count)
    }
  }

  /// Puts the cursor in front of a character.
  func moveCursor(to index: Int) {
    _ = move(to: min(max(0, index), text.count))
  }

  /// Replaces everything, and puts the cursor behind it. False when it does not fit, and nothing has changed.
  func replaceAll(with replacement: String) -> Bool {
    var replacement = replacement
    guard let end = replacement.withUTF8({ text.replace(0..<text.count, with: $0) }) else { return false }
    cursor = end
    return true
  }

  /// Empties the line, leaving no trace of it in memory.
  func wipe() {
    text.wipe()
    cursor = 0
  }

  private func insert(_ scalar: Unicode.Scalar) -> Bool {
    guard let end = text.insert(scalar, at: cursor) else { return false }
    cursor = end
    return true
  }

  private func move(to index: Int) -> Bool {
    cursor = index
    return false
  }

  private func remove(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    text.remove(range)
    cursor = min(range.lowerBound, text.count)
    return true
  }

  /// Where the word before the cursor starts: blanks are passed over first, as in a shell.
  private var startOfWord: Int {
    guard words == .separate else { return 0 }
    var index = cursor
    while index > 0, !isWordCharacter(index - 1) { index -= 1 }
    while index > 0, isWordCharacter(index - 1) { index -= 1 }
    return index
  }

  private func isWordCharacter(_ index: Int) -> Bool {
    let bytes = text.byteRange(of: index..<index + 1)
    return text.withUTF8 { utf8 in
      let first = utf8[bytes.lowerBound]
      return first >= 0x80 || Unicode.Scalar(first).properties.isAlphabetic || (0x30...0x39).contains(first)
    }
  }
}
