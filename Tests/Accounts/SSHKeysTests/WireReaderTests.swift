import Testing

@testable import SSHKeys

@Suite("The data types of SSH")
struct WireReaderTests {
  @Test("that claim more bytes than there are, or than are allowed, are refused without room for them")
  func lengths() {
    #expect(throws: KeyFault.malformed) { try Self.string([255, 255, 255, 255, 1]) }
    #expect(throws: KeyFault.malformed) { try Self.string([0, 0, 0, 2, 1]) }
    #expect(throws: KeyFault.malformed) { try Self.string([0, 0, 0, 9] + Array(repeating: 1, count: 9)) }
    #expect(throws: KeyFault.malformed) { try Self.string([0, 0, 0]) }
    #expect(throws: Never.self) { try Self.string([0, 0, 0, 8] + Array(repeating: 1, count: 8)) }
  }

  @Test("have one form for each number, and none for a negative one or one of 257 bits")
  func numbers() throws {
    #expect(try Self.number([0, 0, 0, 0]) == Array(repeating: 0, count: 32))
    #expect(try Self.number([0, 0, 0, 1, 127]).last == 127)
    #expect(try Self.number([0, 0, 0, 2, 0, 128]).last == 128)
    #expect(try Self.number([0, 0, 0, 33, 0] + Array(repeating: 255, count: 32)) == Array(repeating: 255, count: 32))
    for bytes: [UInt8] in [
      [0, 0, 0, 1, 128], [0, 0, 0, 1, 0], [0, 0, 0, 2, 0, 127], [0, 0, 0, 33, 1] + Array(repeating: 0, count: 32),
      [0, 0, 0, 34, 0, 255] + Array(repeating: 0, count: 32),
    ] {
      #expect(throws: KeyFault.malformed, "\(bytes)") { try Self.number(bytes) }
    }
  }

  private static func string(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = WireReader(bytes)
    return try reader.string(atMost: 8)
  }

  private static func number(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = WireReader(bytes)
    return try reader.number256()
  }
}
