import Testing

@testable import Settings
@testable import TOML

@Suite("Settings in a subset of TOML")
struct TOMLDocumentTests {
  /// The entries of a text, one per line: its line, key and value.
  private func read(_ bytes: some Sequence<UInt8>) throws(TOMLFault) -> [String] {
    try TOMLDocument(bytes).entries.map { "\($0.line) \($0.key) \($0.value.map { "= \($0)" } ?? "…")" }
  }

  private func fault(in bytes: some Sequence<UInt8>) -> TOMLFault? {
    do throws(TOMLFault) {
      _ = try read(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "mean the same as in TOML",
    arguments: [
      ("", []),
      ("# nothing\n\t\n \r\n", []),
      ("a = 1", ["1 a = 1"]),
      ("\u{FEFF}a=-1_000 # minus\r\nb = +0\r\n", ["1 a = -1000", "2 b = 0"]),
      ("a = true\nb = false\n", ["1 a = true", "2 b = false"]),
      (#"a = "x # \"y\" \\ \t\n\u0041\U0001F600""#, [#"1 a = "x # \"y\" \\ \U00000009\U0000000aA😀""#]),
      (#"a = 'c:\new "x"'"#, [#"1 a = "c:\\new \"x\"""#]),
      (#"a = """#, [#"1 a = """#]),
      ("a = []", ["1 a = []"]),
      ("a = [ # two\n  'x',\n\n  \"y\" , # last\n]\nb = 1", [#"1 a = ["x", "y"]"#, "6 b = 1"]),
      ("[a]\nb = 1\n[ a . \"c d\" ]\ne = 2", ["1 a …", "2 a.b = 1", "3 a.\"c d\" …", "4 a.\"c d\".e = 2"]),
      ("a.b = 1\na.c.d = 2\n\"a.b\" = 3", ["1 a.b = 1", "2 a.c.d = 2", "3 \"a.b\" = 3"]),
      ("a = { b = 1, c.d = 'x', e = {} }", ["1 a …", "1 a.b = 1", #"1 a.c.d = "x""#, "1 a.e …"]),
      ("[a.b]\n[a]\nc = 1", ["1 a.b …", "2 a …", "3 a.c = 1"]),
      ("1 = 1\ntrue = 2\n-_- = 3\n'' = 4", ["1 1 = 1", "2 true = 2", "3 -_- = 3", "4 \"\" = 4"]),
      ("a = 9223372036854775807", ["1 a = 9223372036854775807"]),
    ])
  func accepts(text: String, entries: [String]) throws {
    #expect(try read(text.utf8) == entries)
  }

  @Test(
    "outside of the subset, or of TOML, are refused with line and key",
    arguments: [
      // Strings
      ("a = 1\nb = \"x", 2, "b", .unclosed("\"")), ("a = 'x\n'", 1, "a", .unclosed("'")),
      ("a = \"x\\\"\r\n", 1, "a", .unclosed("\"")), ("a = \"\\x41\"", 1, "a", .unknownEscape),
      ("a = \"\\ud800\"", 1, "a", .unknownEscape), ("a = \"\\u+123\"", 1, "a", .unknownEscape),
      ("a = \"\\u0000\"", 1, "a", .unknownEscape), ("a = \"\\U00110000\"", 1, "a", .unknownEscape),
      ("a = \"\\", 1, "a", .unknownEscape), ("a = '''x'''", 1, "a", .multilineString),
      ("a = \"\"\"\nx\n\"\"\"", 1, "a", .multilineString), ("a = \"x\u{0}\"", 1, "a", .controlCharacter),
      ("a = \"x\u{7F}\"", 1, "a", .controlCharacter), ("# \u{1B}[2J", 1, nil, .controlCharacter),
      // Numbers
      ("a = 9223372036854775808", 1, "a", .notWholeNumber), ("a = 1.5", 1, "a", .notWholeNumber),
      ("a = 0x10", 1, "a", .notWholeNumber), ("a = 012", 1, "a", .notWholeNumber),
      ("a = 1__0", 1, "a", .notWholeNumber),
      ("a = 1e-5", 1, "a", .notWholeNumber), ("a = +inf", 1, "a", .unquoted("+inf")),
      ("a = --1", 1, "a", .notWholeNumber),
      // Dates
      ("a = 1979-05-27T07:32:00Z", 1, "a", .date), ("a = 1979-05-27 07:32", 1, "a", .date),
      ("a = 07:32:00", 1, "a", .date),
      // Missing and surplus parts
      ("a", 1, "a", .noEqualsSign), ("a\n= 1", 1, "a", .noEqualsSign), ("a =\n1", 1, "a", .noValue),
      ("= 1", 1, nil, .noKey),
      ("a. = 1", 1, nil, .noKey), ("é = 1", 1, nil, .noKey), ("[]", 1, nil, .noKey), ("[é]", 1, nil, .noKey),
      ("[a", 1, "a", .unclosed("]")), ("[a]x", 1, "a", .moreOnLine), ("a = 1 b = 2", 1, "a", .moreOnLine),
      ("a = 1\rb = 2", 1, "a", .controlCharacter), ("a = dark", 1, "a", .unquoted("dark")),
      ("a = é", 1, "a", .unquoted("é")),
      ("[[a]]", 1, nil, .arrayOfTables),
      // Lists and inline tables
      ("a = [\n'x'\nb = 1", 1, "a", .unclosed("]")), ("a = [", 1, "a", .unclosed("]")),
      ("a = [1]", 1, "a", .notStringInList),
      ("a = [,]", 1, "a", .notStringInList), ("a = [}", 1, "a", .notStringInList),
      ("a = [['x']]", 1, "a", .notStringInList), ("a = {b = 1", 1, "a", .unclosed("}")),
      ("a = {b = 1,}", 1, "a.b", .noKey),
      ("a = {b = 1\n}", 1, "a", .unclosed("}")), ("a = {,}", 1, "a", .noKey),
      // One meaning for one key
      ("a = 1\n\na = 2", 3, "a", .repeated(line: 1)), ("[a]\n[a]", 2, "a", .repeated(line: 1)),
      ("a = 1\na.b = 2", 2, "a.b", .repeated(line: 1)), ("a.b = 1\n[a]", 2, "a", .repeated(line: 1)),
      ("a = {}\n[a.b]", 2, "a.b", .repeated(line: 1)), ("[a.b]\n[a]\nb.c = 1", 3, "a.b.c", .repeated(line: 1)),
      ("a = {b = 1, b = 2}", 1, "a.b", .repeated(line: 1)),
      // Levels
      ("a.a.a.a.a.a.a.a.a = 1", 1, "a.a.a.a.a.a.a.a.a", .tooManyParts),
    ] as [(String, Int, String?, TOMLFault.Problem)])
  func refuses(text: String, line: Int, key: String?, problem: TOMLFault.Problem) {
    let fault = fault(in: text.utf8)
    #expect(fault?.line == line)
    #expect(fault?.key?.description == key)
    #expect(fault?.problem == problem)
  }

  @Test("that aren't UTF-8 are refused: in a string, a comment or a key")
  func encoding() {
    for (front, key) in [("a = \"", "a"), ("\n# ", nil), ("a.\"", nil)] as [(String, String?)] {
      let fault = fault(in: Array(front.utf8) + [0xC3, 0x28, UInt8(ascii: "\"")])
      #expect(fault?.problem == .notUTF8)
      #expect(fault?.key?.description == key)
      #expect(fault?.line == (front.hasPrefix("\n") ? 2 : 1))
    }
  }

  @Test("can't exhaust the stack, however deep they are nested")
  func depth() {
    let deep = String(repeating: "{a=", count: 20_000)
    #expect(fault(in: ("a=" + deep).utf8)?.problem == .tooManyParts)
    #expect(fault(in: ("a=" + String(repeating: "[", count: 60_000)).utf8)?.problem == .notStringInList)
    #expect(fault(in: String(repeating: "a.", count: 30_000).utf8)?.problem == .noKey)
  }

  @Test(
    "are written without an effect on a terminal or other characters, and are read back unchanged",
    arguments: [
      ("\u{1B}[2J\"\\é\n", #""\U0000001b[2J\"\\é\U0000000a""#), ("Müller 馬 e\u{301}", "\"Müller 馬 e\u{301}\""),
      ("\u{301}a\u{200D}\u{301}", #""\U00000301a\U0000200d\U00000301""#),
      ("a\u{A0}\u{202E}\u{2028}\u{9B}\u{3164}", #""a\U000000a0\U0000202e\U00002028\U0000009b\U00003164""#),
    ])
  func written(text: String, written: String) throws {
    let value = TOMLValue.string(text)
    #expect(value.description.unicodeScalars.elementsEqual(written.unicodeScalars))
    #expect(try TOMLDocument("a = \(value)".utf8).entries.first?.value == value)
  }

  @Test("are written as lists and keys, too")
  func writtenLists() throws {
    let list = TOMLValue.strings(["x", "\"]"])
    #expect(try TOMLDocument("a = \(list)".utf8).entries.first?.value == list)
    #expect(TOMLKey(parts: ["a", "b.c", ""]).description == #"a."b.c"."""#)
  }
}
