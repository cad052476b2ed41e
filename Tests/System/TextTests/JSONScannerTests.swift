import Testing

@testable import Text

@Suite("The tokens of JSON")
struct JSONScannerTests {
  private func scan<Value>(_ text: String, _ body: (inout JSONScanner) -> Value) -> Value {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return body(&scanner)
    }
  }

  @Test(
    "A text ends at its quotation mark, and only escapes of JSON are in it",
    arguments: [
      (#""""#, 0), (#""ab" "#, 2), (#""a\"b""#, 4), (#""\\""#, 2), (#""\u00E9""#, 6), (#""\ud83d\ude00""#, 12),
      (#""é""#, 2),
      (#""a"#, nil), (#"a"#, nil), ("\"a\nb\"", nil), (#""\x""#, nil), (#""\u12""#, nil), (#""\u12G4""#, nil),
      (#""\"#, nil),
      (#""\ud83d""#, nil), (#""\ud83d\u0041""#, nil), (#""\ude00""#, nil), (#""\u+123""#, nil),
    ])
  func texts(text: String, length: Int?) {
    #expect(scan(text) { $0.takeText()?.count } == length)
  }

  @Test("A text may have as many bytes as its limit says", arguments: [(#""abc""#, 3), (#""abcd""#, nil)])
  func limits(text: String, length: Int?) {
    #expect(scan(text) { $0.takeText(atMost: 3)?.count } == length)
  }

  @Test(
    "Numbers are those of JSON",
    arguments: [
      ("0", 1, 1), ("-0", 2, 2), ("10,", 2, 2), ("1.5", 1, 3), ("-1.5e+10", 2, 8), ("2E3", 1, 3), ("01", nil, nil),
      ("-", nil, nil),
      ("+1", nil, nil), ("1.", 1, nil), (".5", nil, nil), ("1e", 1, nil), ("1e+", 1, nil), ("-01", nil, nil),
      ("", nil, nil),
    ])
  func numbers(text: String, whole: Int?, any: Int?) {
    #expect(scan(text) { $0.takeWholeNumber()?.count } == whole)
    #expect(scan(text) { $0.takeNumber()?.count } == any)
  }

  @Test(
    "A list has commas between its elements, and nowhere else",
    arguments: [
      ("]", 0, JSONScanner.ListPlace.end), (" \t\r\n]", 3, .end), ("1", 0, .element), (", 1", 1, .element),
      ("1", 1, .fault), ("", 0, .element),
      ("", 1, .fault), ("}", 2, .fault),
    ])
  func lists(text: String, count: Int, place: JSONScanner.ListPlace) {
    #expect(scan(text) { $0.takeListPlace(before: "]", after: count) } == place)
  }

  @Test("A word is taken as a whole")
  func words() {
    #expect(scan("true,") { $0.take(word: "true") && $0.next == UInt8(ascii: ",") })
    #expect(scan("tru") { !$0.take(word: "true") && $0.place == 0 })
  }

  @Test("A colon has blanks around it, and no newline of Unicode")
  func colons() {
    #expect(scan(" :\n1") { $0.takeColon() && $0.next == UInt8(ascii: "1") })
    #expect(scan("\u{85}:") { !$0.takeColon() })
    #expect(scan("1") { !$0.takeColon() })
  }
}
