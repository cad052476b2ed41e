import Secrets
import Testing

@Suite("The characters of a code")
struct CodeCharactersTests {
  @Test(
    "are its digits without any dash, blank or invisible character",
    arguments: [
      "123456", "123 456", "123-456", " 1 2 3 4 5 6 ", "123\u{A0}456", "123\u{202F}456", "123\u{2009}456\u{3000}",
      "123\u{2010}456", "123\u{2011}456", "123–456", "123—456", "123\u{2212}456", "123\u{FF0D}456", "123ー456",
      "\u{200B}123456\u{FEFF}", "\u{202D}123456\u{202C}", "123\u{AD}456", "１２３４５６", "１２３－４５６", "१२३४५६", "١٢٣٤٥٦",
    ])
  func digits(_ text: String) {
    #expect(characters(text) == "123456")
  }

  @Test("are letters as typed, full-width ones as narrow ones")
  func letters() {
    #expect(characters("ＡＢｃd-12") == "ABcd12")
  }

  @Test("are never anything else", arguments: ["é", "#", "_", ".", "日", "½", "²", "\u{301}", "\u{7F}", "\u{0}"])
  func other(_ text: String) {
    #expect(characters("1" + text) == "1\u{0}")
  }

  private func characters(_ text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: Array(CodeCharacters($0)), as: UTF8.self) }
  }
}
