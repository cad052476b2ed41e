/// Reads the data types of RFC 4251, section 5, from bytes that come from outside. Nothing is longer than what is left of them,
/// and nothing is allocated for a length that they only claim.
package struct WireReader {
  private var rest: ArraySlice<UInt8>

  /// Reads from the first of `bytes`.
  package init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(bytes) }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// The next so many bytes.
  package mutating func bytes(_ count: Int) throws(KeyFault) -> [UInt8] {
    guard count >= 0, count <= rest.count else { throw .malformed }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  /// The next byte.
  package mutating func byte() throws(KeyFault) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .malformed }
    return byte
  }

  /// The next `uint32`.
  package mutating func uint32() throws(KeyFault) -> UInt32 {
    try bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The next `string`, which must not be longer than `limit` bytes.
  package mutating func string(atMost limit: Int) throws(KeyFault) -> [UInt8] {
    let count = try uint32()
    guard count <= limit else { throw .malformed }
    return try bytes(Int(count))
  }

  /// The next `string`, which must be this one.
  package mutating func string(equalTo text: String) throws(KeyFault) {
    guard try string(atMost: text.utf8.count).elementsEqual(text.utf8) else { throw .malformed }
  }

  /// The next `mpint`, which must not be negative or longer than 32 bytes, as 32 bytes, the highest first.
  package mutating func number256() throws(KeyFault) -> [UInt8] {
    let number = try string(atMost: 33)
    // The one form of each number: no leading zero, but where the highest bit would be a sign.
    if let first = number.first {
      guard first < 128, first != 0 || number.count > 1 && number[1] >= 128 else { throw .malformed }
    }
    let digits = number.drop { $0 == 0 }
    guard digits.count <= 32 else { throw .malformed }
    return Array(repeating: 0, count: 32 - digits.count) + digits
  }

  /// Refuses bytes after the end.
  package func end() throws(KeyFault) {
    guard rest.isEmpty else { throw .malformed }
  }
}

extension [UInt8] {
  /// Adds a `uint32` of RFC 4251.
  package mutating func append(uint32 number: UInt32) {
    for shift: UInt32 in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Adds a `string` of RFC 4251.
  package mutating func append(string bytes: some Collection<UInt8>) {
    append(uint32: UInt32(bytes.count))
    append(contentsOf: bytes)
  }
}
