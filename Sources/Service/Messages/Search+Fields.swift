import Identity

// A search is a field for each word, with the outcomes that the word names in the user's language.

extension FieldWriter {
  mutating func put(_ tag: UInt8, _ search: AttemptSearch) {
    for word in search.words {
      put(tag) { field in
        field.put(1, word)
        for outcome in search.outcomes(named: word) { field.put(2, outcome.rawValue) }
        guard let times = search.times(of: word) else { return }
        if times.isOnlyDate { field.put(128, true) }
        for range in times.ranges {
          field.put(129) {
            $0.put(1, range.lowerBound.milliseconds)
            $0.put(2, range.upperBound.milliseconds)
          }
        }
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
    var times: [String: SearchedTimes] = [:]
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
      let isOnlyDate = try word.flag(128)
      let ranges = try word.all(129).map { bytes throws(Malformed) in try Self.range(bytes) }
      guard ranges.count <= SearchedTimes.mostRanges else { throw Malformed() }
      if isOnlyDate || !ranges.isEmpty { times[text] = SearchedTimes(ranges, isOnlyDate: isOnlyDate) }
      try word.finish()
    }
    guard words.count <= AttemptSearch.mostWords else { throw Malformed() }
    return AttemptSearch(words, times: times)
  }

  private static func range(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Range<Timestamp> {
    var fields = try FieldReader(bytes)
    let (from, until) = (try fields.number(1) as Int64, try fields.number(2) as Int64)
    guard from <= until else { throw Malformed() }
    try fields.finish()
    return Timestamp(milliseconds: from)..<Timestamp(milliseconds: until)
  }
}
