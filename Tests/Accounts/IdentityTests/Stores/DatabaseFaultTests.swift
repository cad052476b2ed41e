import Identity
import Testing

@Suite("The code of a server's error")
struct DatabaseFaultTests {
  @Test("is the same when it is read from its number", arguments: ["00000", "22019", "57P01", "0A000", "ZZZZZ"])
  func number(text: String) throws {
    let state = try #require(SQLState(text))
    #expect(state.text == text)
    #expect(SQLState(number: state.number) == state)
  }

  @Test("is none of another number, or another text")
  func none() {
    for number in [-1, 60_466_176] as [Int32] { #expect(SQLState(number: number) == nil) }
    #expect(SQLState(number: 60_466_175)?.text == "ZZZZZ" && SQLState(number: 0)?.text == "00000")
    for text in ["", "0000", "000000", "57p01", "57P0é", "5:000", "5@000", "5[000", "5/000"] {
      #expect(SQLState(text) == nil)
    }
  }

  @Test("says whether a value was at fault that somebody sent")
  func dataErrors() throws {
    #expect(try #require(SQLState("22012")).isDataError)
    for text in ["02200", "57P01", "2F000"] { #expect(try !#require(SQLState(text)).isDataError) }
  }
}
