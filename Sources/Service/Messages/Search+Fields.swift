import Identity

// A search is a field for each word, with the outcomes that the word names in the user's language.

extension FieldWriter {
  mutating func put(_ tag: UInt8, _ search: AttemptSearch) {
    for word in search.words {
      put(tag) { field in
        field.put(1, word)
        for outcome in search.outcomes(named: word) { field.put(2, outcome.rawValue) }
      }
    }
  }
}

extension FieldReader {
  /// The most outcomes that a word may stand for. There are some twenty; a form may know more than its keeper, which
  /// skips those that it does not know.
  private static let mostOutcomes = 64

  mutating func search(_ tag: UInt8) throws(Malformed) -> AttemptSearch {
    var words: [(word: String, outcomes: [AttemptOutcome])] = []
    for bytes in all(tag) {
      var word = try FieldReader(bytes)
      let text = try word.text(1)
      var outcomes: [AttemptOutcome] = []
      for name in word.all(2) {
        guard let name = String(validating: name, as: UTF8.self) else { throw Malformed() }
        outcomes.append(AttemptOutcome(rawValue: name))
      }
      guard outcomes.count <= Self.mostOutcomes else { throw Malformed() }
      words.append((text, outcomes))
      try word.finish()
    }
    guard words.count <= AttemptSearch.mostWords else { throw Malformed() }
    return AttemptSearch(words)
  }
}
