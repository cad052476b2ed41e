import Resources
import Testing

@Suite("The list of common passwords")
struct CommonPasswordsListTests {
  @Test("It is sorted by bytes, lowercase, and free of repeats, because the lookup relies on that")
  func sorted() {
    let lines = Passwords.common.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count > 3_000)
    for (line, next) in zip(lines, lines.dropFirst()) where !line.lexicographicallyPrecedes(next) {
      Issue.record("\(String(decoding: next, as: UTF8.self)) is out of order")
    }
    let upperCase = UInt8(ascii: "A")...UInt8(ascii: "Z")
    #expect(!Passwords.common.contains(where: upperCase.contains))
  }
}
