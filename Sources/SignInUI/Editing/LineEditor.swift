import Secrets

/// A line of text in guarded memory, and the cursor in it. Positions are counted in user-perceived characters.
///
/// One editor serves every field, secret or not, so what works in one works in all. Its history and what was killed are
/// guarded as the text is, and its own: what was killed in a password can be yanked nowhere else.
final class LineEditor {
  /// Whether words are told apart by motions and kills. In a masked text they are not: its words are nobody's business.
  enum Words {
    case separate
    case one
  }

  /// What became of a command.
  enum Outcome {
    /// The text is the same as before; the cursor may be elsewhere.
    case same
    case changed
    /// It would not fit.
    case full
  }

  /// Commands of one kind, one right behind the other. Changes of a run are taken back together, word by word; kills of
  /// a run are yanked together.
  private enum Run {
    case typing, deletingBackward, deletingForward, killing
  }

  let text: GuardedText
  /// In front of which character the next one goes, from 0 to `text.count`.
  private(set) var cursor = 0

  let words: Words
  private let history: EditHistory
  private var killed: GuardedText?
  private var run: Run?

  /// - Parameters:
  ///   - capacity: The most bytes of UTF-8 in the line.
  ///   - words: Whether words are told apart.
  init(capacity: Int, words: Words) {
    text = GuardedText(capacity: capacity)
    history = EditHistory(capacity: min(4 * capacity + 256, 65_535))
    self.words = words
  }

  /// Does what `command` says.
  func perform(_ command: EditCommand) -> Outcome {
    let last = run
    run = nil
    switch command {
    case .insert(let scalar): return type(scalar, after: last)
    case .moveLeft: return move(to: max(0, cursor - 1))
    case .moveRight: return move(to: min(text.count, cursor + 1))
    case .moveWordLeft: return move(to: startOfWord)
    case .moveWordRight: return move(to: endOfWord)
    case .moveToStart: return move(to: 0)
    case .moveToEnd: return move(to: text.count)
    case .deleteBackward: return delete(max(0, cursor - 1)..<cursor, .deletingBackward, after: last)
    case .deleteForward: return delete(cursor..<min(text.count, cursor + 1), .deletingForward, after: last)
    case .killWordBackward: return kill(startOfWord..<cursor, after: last)
    case .killWordForward: return kill(cursor..<endOfWord, after: last)
    case .killToBlank: return kill(placeBehindBlank..<cursor, after: last)
    case .killToStart: return kill(0..<cursor, after: last)
    case .killToEnd: return kill(cursor..<text.count, after: last)
    case .yank: return killed.map(insert) ?? .same
    case .undo: return step(history.undo(text))
    case .redo: return step(history.redo(text))
    }
  }

  /// Puts the cursor in front of a character.
  func moveCursor(to index: Int) {
    run = nil
    cursor = min(max(0, index), text.count)
  }

  /// Inserts a whole text at the cursor, as one change.
  func insert(_ other: GuardedText) -> Outcome {
    run = nil
    guard !other.isEmpty else { return .same }
    let end = other.withUTF8 {
      history.replace(cursor..<cursor, of: text, with: $0, cursor: cursor, continuesGroup: false)
    }
    guard let end else { return .full }
    cursor = end
    return .changed
  }

  /// Replaces everything, and puts the cursor behind it: a new beginning, with nothing to take back. False when it does
  /// not fit, and nothing has changed.
  func replaceAll(with replacement: String) -> Bool {
    var replacement = replacement
    guard let end = replacement.withUTF8({ text.replace(0..<text.count, with: $0) }) else { return false }
    history.wipe()
    run = nil
    cursor = end
    return true
  }

  /// Replaces everything as one change, which can be taken back, and puts the cursor behind it.
  func correct(to replacement: String) -> Outcome {
    run = nil
    var replacement = replacement
    let end = replacement.withUTF8 {
      history.replace(0..<text.count, of: text, with: $0, cursor: cursor, continuesGroup: false)
    }
    guard let end else { return .full }
    cursor = end
    return .changed
  }

  /// Empties the line, and what was killed and can be taken back, leaving no trace of it in memory.
  func wipe() {
    text.wipe()
    history.wipe()
    killed?.wipe()
    run = nil
    cursor = 0
  }
}

// MARK: Changes

extension LineEditor {
  private func type(_ scalar: Unicode.Scalar, after last: Run?) -> Outcome {
    let startsWord = cursor > 0 && !isInWord(cursor - 1) && scalar.isInWord
    let isMore = last == .typing && !startsWord
    guard let end = history.insert(scalar, in: text, cursor: cursor, continuesGroup: isMore) else { return .full }
    cursor = end
    run = .typing
    return .changed
  }

  private func move(to index: Int) -> Outcome {
    cursor = index
    return .same
  }

  private func delete(_ range: Range<Int>, _ kind: Run, after last: Run?) -> Outcome {
    guard !range.isEmpty else { return .same }
    let wasInWord = isInWord(range.lowerBound)
    cursor = history.remove(range, of: text, cursor: cursor, continuesGroup: last == kind)
    let next = kind == .deletingBackward ? cursor - 1 : cursor
    let isWordNext = next >= 0 && next < text.count && isInWord(next)
    run = !wasInWord && isWordNext ? nil : kind
    return .changed
  }

  private func kill(_ range: Range<Int>, after last: Run?) -> Outcome {
    guard !range.isEmpty else {
      run = last == .killing ? last : nil
      return .same
    }
    run = .killing
    keep(range, addingToLast: last == .killing)
    cursor = history.remove(range, of: text, cursor: cursor, continuesGroup: false)
    return .changed
  }

  /// Copies what is about to be killed, before or behind what was killed just before, as it stood in the text.
  private func keep(_ range: Range<Int>, addingToLast isMore: Bool) {
    let killed = self.killed ?? GuardedText(capacity: text.capacity)
    self.killed = killed
    if !isMore { killed.wipe() }
    let place = range.lowerBound < cursor ? 0 : killed.count
    text.withUTF8 { utf8 in
      let bytes = UnsafeBufferPointer(rebasing: utf8[text.byteRange(of: range)])
      // Kills that together are larger than a line: the last one counts.
      if killed.replace(place..<place, with: bytes) == nil { killed.replace(0..<killed.count, with: bytes) }
    }
  }

  private func step(_ place: Int?) -> Outcome {
    guard let place else { return .same }
    cursor = place
    return .changed
  }
}
