import Glibc
import Identity
import TestSupport
import Testing

@Suite("A file of links")
struct LinkFileTests {
  @Test(
    "has an email and a user in each row, below a header or none", arguments: ["", "Email,user\n", "\nemail;user\n"])
  func rows(header: String) throws {
    let separator = header.contains(";") ? ";" : ","
    let rows = try rows(of: header + "ann@example.com\(separator)pam:ann/1000\nbob@example.com\(separator)pam:bob\n")
    let first = header.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    #expect(rows.map(\.line) == [first, first + 1])
    #expect(rows.map(\.email?.text) == ["ann@example.com", "bob@example.com"])
    #expect(rows.map(\.subject?.text) == ["pam:ann/1000", "pam:bob"])
  }

  @Test("goes on after a row without the two, and has a header in its first row only")
  func faults() throws {
    let rows = try rows(
      of: "x\"\nemail,user\nann@example.com\nann@example.com,pam:ann,x\nann,pam:ann\nann@example.com,ann\n"
        + "email,user\n")
    #expect(rows.map(\.line) == [1, 2, 3, 4, 5, 6, 7])
    #expect(rows.map(\.email?.text) == [nil, nil, nil, nil, nil, "ann@example.com", nil])
    #expect(rows.map(\.subject?.text) == [nil, nil, nil, nil, "pam:ann", nil, nil])
  }

  @Test("that can't be read is an error of the system")
  func unreadable() {
    #expect(throws: AccountFileError.self) { try LinkFile(descriptor: -1) }
  }

  @Test(
    "that is UTF-16 says so, whatever the order of its bytes", arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
  func utf16(_ mark: [UInt8]) throws {
    let scratch = try ScratchFile("xxa")
    #expect(pwrite(scratch.descriptor, mark, 2, 0) == 2)
    #expect(throws: AccountFileError.utf16) { try LinkFile(descriptor: scratch.descriptor) }
  }

  @Test("that begins with a letter of another encoding is not said to be UTF-16")
  func latin1() throws {
    let scratch = try ScratchFile("xorn@example.com,pam:thorn\n")
    #expect(pwrite(scratch.descriptor, [0xFE] as [UInt8], 1, 0) == 1)
    let row = try #require(try LinkFile(descriptor: scratch.descriptor).next())
    #expect(row.email == nil && row.subject?.text == "pam:thorn")
  }

  private func rows(of text: String) throws -> [LinkFile.Row] {
    let scratch = try ScratchFile(text)
    let file = try LinkFile(descriptor: scratch.descriptor)
    var rows: [LinkFile.Row] = []
    while let row = try file.next() { rows.append(row) }
    return rows
  }
}
