import Terminal

/// Breaks a sentence into lines of at most `columns` columns: at blanks where there are any, and between the characters of
/// scripts that are written without.
public nonisolated func wrapped(_ text: String, columns: Int) -> [String] {
  guard columns > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for (word, isApart) in words(of: text) {
    var word = word
    let joined = line.isEmpty ? word : isApart ? line + " " + word : line + word
    if TextWidth.columns(of: joined) <= columns {
      line = joined
      continue
    }
    if !line.isEmpty { lines.append(line) }
    while TextWidth.columns(of: word) > columns {
      let head = longestPrefix(of: word, columns: columns)
      lines.append(head)
      word.removeFirst(head.count)
    }
    line = word
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

/// What a line may end behind, and whether a blank stood before it. A wide character is a word of its own, with the marks
/// that no line may begin with behind it, and those that none may end with before it (JIS X 4051).
private nonisolated func words(of text: String) -> [(word: String, isApart: Bool)] {
  text.split(separator: " ").flatMap { part in
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

/// At least one character, so that a caller gets on even where none fits.
private nonisolated func longestPrefix(of word: String, columns: Int) -> String {
  var prefix = ""
  for character in word {
    guard prefix.isEmpty || TextWidth.columns(of: prefix + String(character)) <= columns else { break }
    prefix.append(character)
  }
  return prefix
}
