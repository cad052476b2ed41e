import Terminal

@testable import SignInUI

/// The simplest model of a line editor: a string divided into Swift's own characters after each change, and whole
/// copies for undo. It shares nothing with the editor but the names of the commands.
struct ReferenceLine {
  private struct Group {
    let textBefore: String
    let cursorBefore: Int
    var textAfter: String
    var cursorAfter: Int
  }

  private enum Kind {
    case typing, deletingBackward, deletingForward, killing
  }

  let isSecret: Bool
  private(set) var characters: [Character] = []
  private(set) var cursor = 0
  private var killed = ""
  private var undone: [Group] = []
  private var done: [Group] = []
  private var last: Kind?

  init(isSecret: Bool) {
    self.isSecret = isSecret
  }

  var text: String { String(characters) }

  mutating func perform(_ command: EditCommand) {
    let before = last
    last = nil
    switch command {
    case .insert(let scalar):
      let startsWord = cursor > 0 && !isWord(characters[cursor - 1]) && isWord(Character(scalar))
      replace(cursor..<cursor, String(scalar), joinsGroup: before == .typing && !startsWord)
      last = .typing
    case .moveLeft: cursor = max(cursor - 1, 0)
    case .moveRight: cursor = min(cursor + 1, characters.count)
    case .moveWordLeft: cursor = wordStart(isWord)
    case .moveWordRight: cursor = wordEnd
    case .moveToStart: cursor = 0
    case .moveToEnd: cursor = characters.count
    case .deleteBackward:
      if cursor > 0 { delete(cursor - 1, .deletingBackward, before) }
    case .deleteForward:
      if cursor < characters.count { delete(cursor, .deletingForward, before) }
    case .killWordBackward: kill(wordStart(isWord)..<cursor, before)
    case .killWordForward: kill(cursor..<wordEnd, before)
    case .killToBlank: kill(wordStart { !$0.isWhitespace }..<cursor, before)
    case .killToStart: kill(0..<cursor, before)
    case .killToEnd: kill(cursor..<characters.count, before)
    case .yank: paste(killed)
    case .undo:
      guard let group = done.popLast() else { return }
      undone.append(group)
      (characters, cursor) = (Array(group.textBefore), group.cursorBefore)
    case .redo:
      guard let group = undone.popLast() else { return }
      done.append(group)
      (characters, cursor) = (Array(group.textAfter), group.cursorAfter)
    }
  }

  mutating func paste(_ new: String) {
    last = nil
    if !new.isEmpty { replace(cursor..<cursor, new, joinsGroup: false) }
  }

  mutating func click(_ index: Int) {
    last = nil
    cursor = index
  }

  private mutating func delete(_ index: Int, _ kind: Kind, _ before: Kind?) {
    let wasWord = isWord(characters[index])
    replace(index..<index + 1, "", joinsGroup: before == kind)
    let next = kind == .deletingBackward ? cursor - 1 : cursor
    last = !wasWord && characters.indices.contains(next) && isWord(characters[next]) ? nil : kind
  }

  private mutating func kill(_ range: Range<Int>, _ before: Kind?) {
    if before != .killing && !range.isEmpty { killed = "" }
    if !range.isEmpty || before == .killing { last = .killing }
    guard !range.isEmpty else { return }
    let piece = String(characters[range])
    killed = range.lowerBound < cursor ? piece + killed : killed + piece
    replace(range, "", joinsGroup: false)
  }

  private mutating func replace(_ range: Range<Int>, _ new: String, joinsGroup: Bool) {
    let (textBefore, cursorBefore) = (text, cursor)
    let head = String(characters[..<range.lowerBound]) + new
    characters = Array(head + String(characters[range.upperBound...]))
    // The cursor goes after the inserted text, and after any character that it combined into.
    var length = 0
    cursor = characters.count
    for (index, character) in characters.enumerated() {
      if length >= head.unicodeScalars.count {
        cursor = index
        break
      }
      length += character.unicodeScalars.count
    }
    undone = []
    let group = Group(
      textBefore: textBefore, cursorBefore: cursorBefore, textAfter: text, cursorAfter: cursor)
    if joinsGroup, let first = done.popLast() {
      done.append(
        Group(
          textBefore: first.textBefore, cursorBefore: first.cursorBefore, textAfter: group.textAfter,
          cursorAfter: group.cursorAfter))
    } else {
      done.append(group)
    }
  }

  /// The start of the word before the cursor: skips characters that don't belong to a word, then those that do.
  private func wordStart(_ belongs: (Character) -> Bool) -> Int {
    guard !isSecret else { return 0 }
    let behind = characters[..<cursor].lastIndex(where: belongs).map { $0 + 1 } ?? 0
    return characters[..<behind].lastIndex { !belongs($0) }.map { $0 + 1 } ?? 0
  }

  private var wordEnd: Int {
    guard !isSecret else { return characters.count }
    let start = characters[cursor...].firstIndex(where: isWord) ?? characters.count
    return characters[start...].firstIndex { !isWord($0) } ?? characters.count
  }

  private func isWord(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    if first.isASCII { return Character(first).isLetter || Character(first).isNumber }
    return !Character(first).isPunctuation && !Character(first).isWhitespace
      && first.properties.generalCategory != .format
  }
}
