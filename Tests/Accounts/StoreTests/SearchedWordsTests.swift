import Identity
import Store
import Testing

@Suite("The words of a search")
struct SearchedWordsTests {
  private let range = Timestamp(milliseconds: 1)..<Timestamp(milliseconds: 2)

  private func conditions(
    _ text: String, outcomes: [AttemptOutcome] = [], times: SearchedTimes? = nil, cases: [String]? = nil
  ) -> [Statement] {
    let words = text.split(separator: " ").map { (word: String($0), outcomes: outcomes) }
    let search = AttemptSearch(words, times: times.map { times in [text: times] } ?? [:])
    return AttemptQuery(email: nil, search: search).wordConditions(in: ["host", "program"]) { cases ?? [$0] }
  }

  @Test("are looked for in each column, and in each case")
  func columns() {
    let found = conditions("Ab c")
    #expect(
      found.map(\.positional)
        == Array(repeating: "(attempt.host LIKE ? ESCAPE '!' OR attempt.program LIKE ? ESCAPE '!')", count: 2))
    #expect(found.map(\.values) == [[.text("%Ab%"), .text("%Ab%")], [.text("%c%"), .text("%c%")]])
    #expect(conditions("a", cases: ["a", "A"])[0].values == ["%a%", "%A%", "%a%", "%A%"].map { .text($0) })
  }

  @Test("are no patterns of those who type them")
  func patterns() {
    #expect(conditions("50%_!x")[0].values == Array(repeating: .text("%50!%!_!!x%"), count: 2))
    // A combining mark makes one character with the sign before it
    #expect(conditions("%\u{301}")[0].values == Array(repeating: .text("%!%\u{301}%"), count: 2))
  }

  @Test("find the outcomes that they name, too")
  func outcomes() {
    let found = conditions("a", outcomes: [.refused])[0]
    #expect(found.positional.hasSuffix(" OR attempt.outcome = ?)"))
    #expect(found.values.last == .text("refused"))
  }

  @Test("that are dates find the times alone, or the times too, if they may be something else")
  func dates() {
    let date = conditions("a", times: SearchedTimes([range], isOnlyDate: true))[0]
    #expect(date.positional == "(attempt.at >= ? AND attempt.at < ? OR FALSE)")
    #expect(date.values == [.time(range.lowerBound), .time(range.upperBound)])
    #expect(conditions("a", times: SearchedTimes([], isOnlyDate: true))[0].positional == "(FALSE)")
    let perhaps = conditions("a", times: SearchedTimes([range], isOnlyDate: false))[0]
    #expect(
      perhaps.positional
        == "(attempt.host LIKE ? ESCAPE '!' OR attempt.program LIKE ? ESCAPE '!' OR "
        + "attempt.at >= ? AND attempt.at < ?)")
  }
}
