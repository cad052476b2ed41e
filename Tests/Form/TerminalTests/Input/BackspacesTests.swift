import Testing
import Unix

@testable import Terminal

@Suite("Backspace in a line that the kernel edits")
struct BackspacesTests {
  private func line(_ text: String, _ charset: Charset = .utf8) -> String {
    var bytes = Array(text.utf8)
    let count = bytes.withUnsafeMutableBytes { $0.applyBackspaces(charset) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test("Both bytes delete the character before them", arguments: ["\u{7F}", "\u{8}"])
  func bothBytes(backspace: String) {
    #expect(line("staplex\(backspace)\n") == "staple\n")
    #expect(line("ab\(backspace)\(backspace)c") == "c")
    #expect(line("aé日😀\(backspace)\(backspace)\(backspace)x\n") == "ax\n")
    #expect(line("nothing to delete\n") == "nothing to delete\n")
  }

  @Test("Nothing before the line is deleted")
  func lineStart() {
    #expect(line("\u{7F}\u{8}a\n") == "a\n")
    #expect(line("ab\n\u{7F}c\u{8}\u{8}d\n") == "ab\nd\n")
    #expect(line("") == "")
  }

  @Test("Where a byte is a character, one byte is deleted")
  func singleByte() {
    var bytes: [UInt8] = [0x61, 0xE9, 0xBF, 0x08]
    let charset = Charset.singleByte([Unicode.Scalar?](repeating: nil, count: 128))
    #expect(bytes.withUnsafeMutableBytes { $0.applyBackspaces(charset) } == 2)
    #expect(bytes[..<2] == [0x61, 0xE9])
  }
}
