import Terminal

/// Breaks a sentence into lines of at most `columns` columns, at blanks where there are any.
func wrapped(_ text: String, columns: Int) -> [String] {
  guard columns > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    var word = String(word)
    let joined = line.isEmpty ? word : line + " " + word
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

/// At least one character, so that a caller gets on even where none fits.
private func longestPrefix(of word: String, columns: Int) -> String {
  var prefix = ""
  for character in word {
    guard prefix.isEmpty || TextWidth.columns(of: prefix + String(character)) <= columns else { break }
    prefix.append(character)
  }
  return prefix
}
