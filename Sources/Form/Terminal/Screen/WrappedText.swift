/// Breaks a sentence into lines of at most `columns` columns: at blanks, or between the characters of scripts that are
/// written without blanks. A line break in it is kept.
public nonisolated func wrapped(_ text: String, columns: Int) -> [String] {
  guard columns > 0 else { return [] }
  if text.utf8.contains(UInt8(ascii: "\n")) {
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .flatMap { $0.isEmpty ? [""] : wrapped(String(Substring($0)), columns: columns) }
  }
  var lines: [String] = []
  var line = ""
  var filled = 0
  for (word, isApart) in words(of: text) {
    let blank = isApart && !line.isEmpty ? " " : ""
    let added = blank.utf8.count + TextWidth.columns(of: word)
    if filled + added <= columns {
      line += blank + word
      filled += added
      continue
    }
    if !line.isEmpty { lines.append(line) }
    // Only what fits is measured, not the rest of a long word.
    var rest = word[...]
    var head = longestPrefix(of: rest, columns: columns)
    while head.endIndex < rest.endIndex {
      lines.append(String(head))
      rest = rest[head.endIndex...]
      head = longestPrefix(of: rest, columns: columns)
    }
    line = String(rest)
    filled = TextWidth.columns(of: line)
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

extension String {
  /// This text in at most `columns` columns, with `mark` at its end if it is cut. Empty if nothing of it fits beside the mark.
  public nonisolated func cut(to columns: Int, mark: String) -> String {
    guard TextWidth.columns(of: self) > columns else { return self }
    var kept = self
    while !kept.isEmpty, TextWidth.columns(of: kept + mark) > columns { kept.removeLast() }
    return kept.isEmpty ? "" : kept + mark
  }
}

/// Splits a text into the parts between which a line may break, each with whether a blank stood before it. A wide
/// character is a part of its own. Marks that must not begin a line stay with the character before them, marks that
/// must not end one with the character after them (JIS X 4051).
private nonisolated func words(of text: String) -> [(word: String, isApart: Bool)] {
  text.utf8.split(separator: UInt8(ascii: " ")).flatMap { part in
    let part = Substring(part)
    // Most words are ASCII, and such a word is one part.
    if part.utf8.allSatisfy({ $0 < 0x80 }) { return [(String(part), true)] }
    var words: [(word: String, isApart: Bool)] = []
    var isBehindWide = false
    for character in part {
      let isWide = TextWidth.columns(of: String(character)) > 1
      let isBound =
        "、。，．」』）：；！？ー・,.:;!?)".contains(character) || words.last?.word.last.map("「『（(".contains) == true
      if words.isEmpty || (isWide || isBehindWide) && !isBound {
        words.append((String(character), words.isEmpty))
      } else {
        words[words.count - 1].word.append(character)
      }
      isBehindWide = isWide
    }
    return words
  }
}

/// Returns at least one character, so that the caller makes progress even if none fits.
private nonisolated func longestPrefix(of word: Substring, columns: Int) -> Substring {
  var end = word.startIndex
  while end < word.endIndex {
    let next = word.index(after: end)
    guard end == word.startIndex || TextWidth.columns(of: String(word[..<next])) <= columns else { break }
    end = next
  }
  return word[..<end]
}
