import Identity
import Testing

@Suite("The outcome of an attempt")
struct AttemptOutcomeTests {
  @Test("is what its text in a store says", arguments: AttemptOutcome.allCases)
  func known(outcome: AttemptOutcome) {
    #expect(AttemptOutcome(rawValue: outcome.rawValue) == outcome)
  }

  @Test("keeps a text that this version does not know, cut to the length of other texts")
  func unknown() {
    #expect(AttemptOutcome(rawValue: "teleported") == .unknown("teleported"))
    let long = AttemptOutcome(rawValue: String(repeating: "x", count: 1_000_000))
    #expect(long.rawValue.utf8.count == AttemptSource.longestText)
  }
}
