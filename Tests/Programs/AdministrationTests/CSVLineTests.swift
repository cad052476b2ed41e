import Testing

@testable import Administration

@Suite("A line of an export")
struct CSVLineTests {
  @Test("A field is in quotation marks if necessary")
  func quotation() {
    #expect(CSVLine(["a", "", "b c"]).text == "a,,b c")
    #expect(CSVLine(["a,b", "c\"d", "e\r\nf"]).text == "\"a,b\",\"c\"\"d\",\"e\r\nf\"")
  }
}
