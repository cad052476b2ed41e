import Secrets

/// A line of text in guarded memory, with a cursor. Positions are counted in characters.
///
/// One editor serves every field, secret or not, so every key works in every field. Its history and killed text are
/// guarded like its text, and belong to it alone: text killed in a password can't be yanked elsewhere.
final class LineEditor {
  /// Whether motions and kills stop at words. In a masked text they don't, because they would reveal its words.
  enum Words {
    case separate
    case one
  }

  /// The outcome of a command.
  enum Outcome {
    /// The text is unchanged; the cursor may have moved.
    case same
    case changed
    /// The change would not fit.
    case full
  }

  /// Consecutive commands of one kind. Undo takes back typing and deleting word by word; yank inserts all kills of a
  /// run.
  private enum Run {
    case typing, deletingBackward, deletingForward, killing
  }

  let text: GuardedText
  /// The next character goes before the character at this index, from 0 to `text.count`.
  private(set) var cursor = 0

  let words: Words
  private let history: EditHistory
  private var killed: GuardedText?
  private var run: Run?

  /// - Parameters:
  ///   - capacity: The most bytes in the line, in UTF-8.
  ///   - words: Whether motions and kills stop at words.
  init(capacity: Int, words: Words) {
    text = GuardedText(capacity: capacity)
    history = EditHistory(capacity: min(4 * capacity + 256, 65_535))
    self.words = words
  }

  /// Performs `command`.
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

  /// Puts the cursor before the character at `index`.
  func moveCursor(to index: Int) {
    run = nil
    cursor = min(max(0, index), text.count)
  }

  /// Inserts a text at the cursor, as one change.
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

  /// Replaces the text, puts the cursor at its end, and forgets the history. Returns false, and changes nothing, if the
  /// text does not fit.
  func replaceAll(with replacement: String) -> Bool {
    var replacement = replacement
    guard let end = replacement.withUTF8({ text.replace(0..<text.count, with: $0) }) else { return false }
    history.wipe()
    run = nil
    cursor = end
    return true
  }

  /// Replaces the text as one change that the user can undo, and puts the cursor at its end.
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

  /// Empties the line, the killed text and the history, and leaves no trace of them in memory.
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

  /// Copies the text about to be killed. It goes before or after the text killed just before, in the order of the line.
  private func keep(_ range: Range<Int>, addingToLast isMore: Bool) {
    let killed = self.killed ?? GuardedText(capacity: text.capacity)
    self.killed = killed
    if !isMore { killed.wipe() }
    let place = range.lowerBound < cursor ? 0 : killed.count
    text.withUTF8 { utf8 in
      let bytes = UnsafeBufferPointer(rebasing: utf8[text.byteRange(of: range)])
      // Together the kills are longer than a line, so only the last one counts.
      if killed.replace(place..<place, with: bytes) == nil { killed.replace(0..<killed.count, with: bytes) }
    }
  }

  private func step(_ place: Int?) -> Outcome {
    guard let place else { return .same }
    cursor = place
    return .changed
  }
}
