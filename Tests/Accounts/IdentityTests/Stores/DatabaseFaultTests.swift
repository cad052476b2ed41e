import Identity
import Testing

@Suite("The code of a server's error")
struct DatabaseFaultTests {
  @Test("is five digits and capital letters of ASCII")
  func form() {
    for text in ["00000", "22019", "57P01", "0A000", "ZZZZZ"] { #expect(SQLState(text)?.text == text) }
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
