import Terminal

extension String {
  /// Returns the columns of `words` in the text once it is drawn. Case is ignored, as in the search.
  func columns(ofWords words: [String]) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    let characters = map { $0.lowercased() }
    let words = words.map { word in word.map { $0.lowercased() } }
    var ranges: [Range<Int>] = []
    for start in characters.indices {
      for word in words where !word.isEmpty && characters[start...].starts(with: word) {
        let before = TextWidth.columns(of: String(prefix(start)))
        ranges.append(before..<before + TextWidth.columns(of: String(dropFirst(start).prefix(word.count))))
      }
    }
    return ranges
  }
}
