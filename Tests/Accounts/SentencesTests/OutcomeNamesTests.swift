import Identity
import Sentences
import Testing

@Suite("A typed search")
struct OutcomeNamesTests {
  @Test("finds an email as it is stored, however it is written; parts of one stay as they are")
  func emails() {
    let search = AttemptSearch(typed: "refused  ada@exämple.de <Bob@Example.com> exämple.de")
    #expect(search.words == ["refused", "ada@xn--exmple-cua.de", "Bob@Example.com", "exämple.de"])
  }

  @Test(
    "finds rows by the words that people use for them",
    arguments: [
      ("wrong", [.refused, .unconfirmed, .notAccepted]),
      ("recovery", [.change(.recoveryCodesMade), .change(.recoveryCodeUsed)]),
      ("administrator", [.change(.passwordReset)]), ("session", [.change(.sessionRevoked)]),
      ("two-step", [.change(.secondStepAdded), .change(.secondStepRemoved)]), ("refused", [.refused]),
      ("horse", []),
    ] as [(String, [AttemptOutcome])])
  func people(word: String, outcomes: [AttemptOutcome]) {
    #expect(AttemptSearch(typed: word).outcomes(named: word) == outcomes)
  }
}
