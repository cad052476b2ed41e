import Glibc
import Testing

@testable import Secrets

@Suite("Reading a line into guarded memory")
struct GuardedTextLineTests {
  @Test(
    "One line is read, without its end",
    arguments: [
      ("hunter2\n", "hunter2"), ("hunter2\r\n", "hunter2"), ("hunter2", "hunter2"), ("한글 é\n", "한글 é"), ("\n", ""),
      ("\r\n", ""), ("a\r\r\n", "a\r"),
    ])
  func line(input: String, expected: String) throws {
    let text = GuardedText()
    type("what was there before", into: text)

    try text.readLine(from: pipe(holding: Array(input.utf8)))

    #expect(string(text) == expected)
    #expect(text.count == expected.count)
  }

  @Test("The text after the line is left for the next reader")
  func restStays() throws {
    let input = try pipe(holding: Array("first\nsecond\nthird".utf8))
    let text = GuardedText()

    try text.readLine(from: input)
    #expect(string(text) == "first")
    try text.readLine(from: input)
    #expect(string(text) == "second")
    try text.readLine(from: input)
    #expect(string(text) == "third")
    #expect(throws: LineError.endOfInput) { try text.readLine(from: input) }
    #expect(text.isEmpty)
  }

  @Test("A line as long as the text's capacity is read, a longer one is refused", arguments: ["\n", "\r\n", ""])
  func length(end: String) throws {
    let text = GuardedText(capacity: 8)

    try text.readLine(from: pipe(holding: Array("12345678\(end)".utf8)))
    #expect(string(text) == "12345678")

    #expect(throws: LineError.tooLong(limit: 8)) {
      try text.readLine(from: pipe(holding: Array("123456789\(end)".utf8)))
    }
    #expect(text.isEmpty)
  }

  @Test("A line without an end is refused as soon as it is too long")
  func endless() throws {
    let zeros = open("/dev/zero", O_RDONLY)
    defer { close(zeros) }

    #expect(throws: LineError.tooLong(limit: 1024)) { try GuardedText().readLine(from: zeros) }
  }

  @Test("A line that is not UTF-8 is refused")
  func notUTF8() throws {
    let text = GuardedText()

    #expect(throws: LineError.notUTF8) { try text.readLine(from: pipe(holding: [0x70, 0xE9, 0x0A])) }

    #expect(text.isEmpty)
  }

  @Test("A system error is passed on")
  func badDescriptor() {
    #expect(throws: LineError.inputOutput(errorNumber: EBADF)) { try GuardedText().readLine(from: -1) }
  }

  /// The reading end of a pipe with exactly these bytes.
  private func pipe(holding bytes: [UInt8]) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&ends) == 0)
    try #require(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    return ends[0]
  }
}
