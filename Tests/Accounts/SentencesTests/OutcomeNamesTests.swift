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
}
