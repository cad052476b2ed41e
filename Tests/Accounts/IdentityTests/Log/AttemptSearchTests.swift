import Foundation
import Identity
import Secrets
import TestSupport
import Testing

@Suite("The search text")
struct AttemptSearchTests {
  @Test(
    "is split into words, without blanks and control characters",
    arguments: [
      ("", []), ("  \t\r\n", []), ("castle", ["castle"]), (" signed  in ", ["signed", "in"]),
      ("a\0b\u{1B}[2J", ["a", "b", "[2J"]), ("ca\u{A0}le\u{2003}7", ["ca", "le", "7"]), ("büro🗝️", ["büro🗝️"]),
    ])
  func words(text: String, words: [String]) {
    #expect(AttemptSearch(text).words == words)
    #expect(AttemptSearch(text).isEmpty == words.isEmpty)
  }

  @Test("is limited to a number of words")
  func bound() {
    #expect(AttemptSearch(String(repeating: "word ", count: 10_000)).words.count == AttemptSearch.mostWords)
  }

  @Test("of an owner that was cancelled goes on after what it found, or where it began, and at no row of others")
  func cancelled() throws {
    // given
    let key = LoginKey()
    let found = [Attempt.sample(9), Attempt.sample(7), Attempt.sample(5)]
    let (ofOthers, start) = (AttemptID.sample(3), AttemptID.sample(20))
    func rest(of rows: [Attempt], at next: AttemptID?, after start: AttemptID? = nil) -> AttemptID? {
      AttemptPage(attempts: rows, next: next).sealed(by: key, after: start).next?.opened(by: key)
    }
    // then
    #expect(rest(of: found, at: ofOthers, after: start) == found[2].id)
    #expect(rest(of: found, at: found[2].id) == found[2].id)
    #expect(rest(of: [], at: ofOthers, after: start) == start)
    #expect(rest(of: found, at: nil, after: start) == nil)
    // and one that had no time to find anything begins again, at the newest row
    let end = try #require(rest(of: [], at: ofOthers))
    #expect(end > start)
  }

  @Test("finds an outcome by a part of its name in the user's language, and all failures by four letters of theirs")
  func names() {
    // given
    func name(_ outcome: AttemptOutcome) -> String { outcome == .signedIn ? "Angemeldet" : outcome.rawValue }
    let text = "MELD meldung fehl FEHLGESCHLAGEN feh refused"
    // when
    let search = AttemptSearch(text, naming: name, failures: ["Fehlgeschlagen"])
    // then
    let failures = AttemptOutcome.allCases.filter(\.isFailure)
    #expect(search.outcomes(named: "MELD") == [.signedIn])
    #expect(search.outcomes(named: "fehl") == failures)
    #expect(search.outcomes(named: "FEHLGESCHLAGEN") == failures)
    for word in ["meldung", "feh", "refused", "angemeldet"] { #expect(search.outcomes(named: word).isEmpty) }
  }

  @Test("with dates begins where all of them can match, unless a word may be something else")
  func earliest() {
    func moment(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }
    func search(_ times: [String: SearchedTimes]) -> AttemptSearch { AttemptSearch("a b", dates: { _ in times }) }
    let early = SearchedTimes([moment(10)..<moment(20), moment(50)..<moment(60)], isOnlyDate: true)
    let late = SearchedTimes([moment(40)..<moment(60)], isOnlyDate: true)
    let perhaps = SearchedTimes([moment(70)..<moment(80)], isOnlyDate: false)
    #expect(search([:]).earliest == nil)
    #expect(search(["a": early]).earliest == moment(10))
    #expect(search(["a": early, "b": late]).earliest == moment(40))
    #expect(search(["a": early, "b": perhaps]).earliest == moment(10))
    #expect(search(["a": early]).times(of: "a") == early && search(["a": early]).times(of: "b") == nil)
    for (second, isIn) in [(9, false), (10, true), (20, false), (59, true)] as [(Int64, Bool)] {
      #expect(early.contains(moment(second)) == isIn)
    }
    let many = (0..<200).map { moment($0)..<moment($0 + 1) }
    #expect(SearchedTimes(many, isOnlyDate: true).ranges == Array(many.suffix(SearchedTimes.mostRanges)))
  }

  @Test("that a form sends is refused if it has too many words, or a word has too many times")
  func decoded() throws {
    func isAccepted(words: Int, ranges: Int) throws -> Bool {
      let range = try text(Timestamp(milliseconds: 1)..<Timestamp(milliseconds: 2))
      let times = #"{"ranges":[\#(Array(repeating: range, count: ranges).joined(separator: ","))],"isOnlyDate":true}"#
      let word = #"{"word":"x","outcomes":[],"times":\#(times)}"#
      let search = "[\(Array(repeating: word, count: words).joined(separator: ","))]"
      return (try? JSONDecoder().decode(AttemptSearch.self, from: Data(search.utf8))) != nil
    }
    let (words, ranges) = (AttemptSearch.mostWords, SearchedTimes.mostRanges)
    #expect(try isAccepted(words: words, ranges: 1) && isAccepted(words: 1, ranges: ranges))
    #expect(try !isAccepted(words: words + 1, ranges: 1) && !isAccepted(words: 1, ranges: ranges + 1))
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
