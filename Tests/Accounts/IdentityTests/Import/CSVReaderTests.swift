import Glibc
import Secrets
import TestSupport
import Testing

@testable import Identity

@Suite("Reading CSV into guarded memory")
struct CSVReaderTests {
  /// The result of each record of `input`: its fields or the problem, with its lines.
  private func records(_ input: [UInt8], limit: Int = 64) throws -> [(lines: ClosedRange<Int>, what: Outcome)] {
    let descriptor = try pipe(holding: input)
    defer { close(descriptor) }
    let reader = try CSVReader(descriptor: descriptor, limit: limit)
    var records: [(ClosedRange<Int>, Outcome)] = []
    while true {
      do throws(CSVError) {
        guard try reader.next() else { break }
        let fields = (0..<reader.fieldCount).map { index in
          reader.withField(index) { String(decoding: $0, as: UTF8.self) }
        }
        records.append((reader.lines, .fields(fields)))
      } catch {
        guard case .malformed(let problem) = error else { throw error }
        records.append((reader.lines, .problem(problem)))
      }
    }
    #expect(reader.offset == input.count)
    return records
  }

  enum Outcome: Equatable {
    case fields([String])
    case problem(CSVProblem)
  }

  @Test(
    "Records are split as in RFC 4180, section 2",
    arguments: [
      // The examples of the RFC, rule by rule
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]),
      // Spaces belong to a field, and a field may be empty
      (" a , b \n", [[" a ", " b "]]), (",\r\n\"\",\n", [["", ""], ["", ""]]), ("a,\n,b", [["a", ""], ["", "b"]]),
      ("\"\"\n", [[""]]), ("\"\"\"\"", [["\""]]), ("\"a,b\",c", [["a,b", "c"]]),
      // Beyond the RFC: line feeds alone, empty lines, a byte order mark
      ("a\nb\n", [["a"], ["b"]]), ("\n\r\na,b\n\n\n", [["a", "b"]]), ("\u{FEFF}a,b\n", [["a", "b"]]),
      ("\u{FEFF}\"a\",b\n", [["a", "b"]]), ("", []), ("\n", []), ("\u{FEFF}", []), ("한글,é", [["한글", "é"]]),
    ])
  func fields(input: String, expected: [[String]]) throws {
    #expect(try records(Array(input.utf8)).map(\.what) == expected.map(Outcome.fields))
  }

  @Test(
    "A record that breaks the RFC is refused, and the next one is read",
    arguments: [
      ("a\"b,c\nx,y\n", CSVProblem.strayQuote), (" \"a\",c\nx,y", .strayQuote), ("\"a\"b,c\nx,y", .textBehindQuote),
      ("\"a\" ,c\nx,y", .textBehindQuote), ("a\rb,c\nx,y", .strayReturn), ("\"a\"\rb,c\nx,y", .strayReturn),
    ])
  func malformed(input: String, problem: CSVProblem) throws {
    #expect(try records(Array(input.utf8)).map(\.what) == [.problem(problem), .fields(["x", "y"])])
  }

  @Test("An unclosed quotation mark takes the rest of the input, and its lines are known")
  func openQuote() throws {
    let all = try records(Array("a,b\n\"c,d\ne,f\n".utf8))
    #expect(all.map(\.what) == [.fields(["a", "b"]), .problem(.openQuote)])
    #expect(all.map(\.lines) == [1...1, 2...3])
    #expect(try records(Array("a\r".utf8)).map(\.what) == [.problem(.strayReturn)])
  }

  @Test("Semicolons or tabs separate the fields if they do so in the header", arguments: [";", "\t"])
  func separators(_ separator: String) throws {
    let records = try records(Array("email\(separator)hash\na,b\(separator)\"c\(separator)d\"\n".utf8))
    #expect(records.map(\.what) == [.fields(["email", "hash"]), .fields(["a,b", "c\(separator)d"])])
  }

  @Test("Lines are counted as in an editor, also within quotation marks and between records")
  func lines() throws {
    let all = try records(Array("\u{FEFF}a\r\n\r\n\"b\nb\r\nb\"\n\nc\"\nd".utf8))
    #expect(all.map(\.lines) == [1...1, 3...5, 7...7, 8...8])
  }

  @Test("A record longer than the limit is refused, even if it is all commas; one of exactly the limit is read")
  func length() throws {
    let long = String(repeating: "x", count: 64)
    #expect(try records(Array("\(long)\ny".utf8)).map(\.what) == [.fields([long]), .fields(["y"])])
    for line in [long + "x", String(repeating: ",", count: 100), "\"\(long),x\"", "a,\(long)"] {
      #expect(try records(Array("\(line)\ny".utf8)).map(\.what) == [.problem(.tooLong), .fields(["y"])])
    }
  }

  @Test("Input of many blocks is read completely, wherever the blocks end")
  func blocks() throws {
    let row = "\"a\"\"b\",\"c\r\nd\",é\r\n"
    let count = 10_000
    let file = try ScratchFile(String(repeating: row, count: count))
    let reader = try CSVReader(descriptor: file.descriptor)
    var found = 0
    while try reader.next() {
      found += 1
      let fields = (0..<reader.fieldCount).map { reader.withField($0) { String(decoding: $0, as: UTF8.self) } }
      #expect(fields == ["a\"b", "c\r\nd", "é"])
    }
    #expect(found == count)
    #expect(reader.lines == 2 * count - 1...2 * count)
  }

  @Test("An input that ends after a signal has interrupted a call has ended")
  func endAfterSignal() throws {
    let descriptor = try pipe(holding: Array("a,b".utf8))
    defer { close(descriptor) }
    let reader = try CSVReader(descriptor: descriptor, limit: 64)
    errno = EINTR
    #expect(try reader.next())
    errno = EINTR
    #expect(try !reader.next())
  }

  @Test("A system error is passed on")
  func badDescriptor() {
    #expect(throws: CSVError.inputOutput(errorNumber: EBADF)) { try CSVReader(descriptor: -1) }
  }

  @Test("A password that was read and sealed leaves no trace in memory")
  func noTrace() async {
    await #expect(processExitsWith: .success) {
      let password = UnwrittenPassword(seed: 5)
      var ends: [Int32] = [-1, -1]
      #expect(Glibc.pipe(&ends) == 0)
      do {
        // Given a row that goes straight from guarded memory to the kernel
        let text = GuardedText()
        password.type(into: text)
        write(ends[1], "ann@example.com,\"", 17)
        text.withUTF8 { field in
          for byte in field { withUnsafeBytes(of: byte) { _ = write(ends[1], $0.baseAddress, byte == 0x22 ? 0 : 1) } }
        }
        write(ends[1], "\",\nbob@example.com,,\n", 22)
        close(ends[1])
      }
      do {
        // When the row and the next one are read
        let reader = try CSVReader(descriptor: ends[0])
        let isThere = try reader.next()
        #expect(isThere && reader.fieldCount == 3)
        let text = GuardedText()
        _ = reader.withField(1) { text.replace(0..<0, with: $0) }
        _ = try text.sealed()
        let kept = try password.occurrences()
        #expect(kept >= 3 * 26 - 10, "Copies are in the block, the record and the text.")
        text.wipe()
        _ = try reader.next()
        let behind = try password.occurrences()
        #expect(kept - behind >= 2 * 26 - 10, "Only the block has a copy behind the row.")
      }
      let left = try password.occurrences()
      #expect(left == 0)
    }
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
