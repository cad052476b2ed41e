public import Identity

extension AttemptQuery {
  /// The conditions of a row of the log that has the words of the search, one for each.
  /// - Parameters:
  ///   - columns: The columns with the texts of a row.
  ///   - cases: Returns a word in the cases in which LIKE has to look for it.
  public func wordConditions(in columns: [Statement], cases: (String) -> [String]) -> [Statement] {
    search.words.map { word in
      let times = search.times(of: word)
      let inTime = (times?.ranges ?? []).map { range -> Statement in
        "attempt.at >= \(range.lowerBound) AND attempt.at < \(range.upperBound)"
      }
      if times?.isOnlyDate == true { return "(\((inTime + ["FALSE"]).joined(by: " OR ")))" }
      let outcomes = search.outcomes(named: word).map { "attempt.outcome = \($0.rawValue)" as Statement }
      let patterns = cases(word).map { word in
        "%" + word.unicodeScalars.map { "!%_".unicodeScalars.contains($0) ? "!\($0)" : "\($0)" }.joined() + "%"
      }
      let comparisons = columns.flatMap { column in
        patterns.map { "attempt.\(column) LIKE \($0) ESCAPE '!'" as Statement }
      }
      return "(\((comparisons + outcomes + inTime).joined(by: " OR ")))"
    }
  }
}
