/// A message's bytes that break the protocol. It carries nothing of them.
struct Malformed: Error {}

/// Writes the fields of a message. Each is a tag, a length of two bytes, and as many bytes, little endian.
struct FieldWriter {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// The most bytes of one field.
  static let longest = Int(UInt16.max)

  mutating func put(_ tag: UInt8, _ value: some Collection<UInt8>) {
    precondition(value.count <= Self.longest, "A field of a message is too long.")
    bytes += [tag, UInt8(truncatingIfNeeded: value.count), UInt8(truncatingIfNeeded: value.count >> 8)]
    bytes += value
  }

  mutating func put(_ tag: UInt8, _ text: String) { put(tag, text.utf8) }

  mutating func put(_ tag: UInt8, _ text: String?) {
    if let text { put(tag, text) }
  }

  /// Takes one byte for a small number and eight for any other.
  mutating func put(_ tag: UInt8, _ number: some BinaryInteger) {
    if let byte = UInt8(exactly: number) {
      put(tag, CollectionOfOne(byte))
    } else {
      let bits = UInt64(bitPattern: Int64(truncatingIfNeeded: number))
      put(tag, (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) })
    }
  }

  mutating func put(_ tag: UInt8, _ number: (some BinaryInteger)?) {
    if let number { put(tag, number) }
  }

  /// A field without bytes says yes; its absence says no.
  mutating func put(_ tag: UInt8, _ flag: Bool) {
    if flag { put(tag, EmptyCollection()) }
  }

  /// A field that contains fields.
  mutating func put(_ tag: UInt8, _ write: (inout FieldWriter) -> Void) {
    var inner = FieldWriter()
    write(&inner)
    put(tag, inner.bytes)
  }
}

/// Reads the fields of a message. It never reads past them, and allocates no more than they have bytes.
struct FieldReader {
  private var fields: [(tag: UInt8, bytes: ArraySlice<UInt8>)] = []

  /// Splits `bytes` into fields.
  init(_ bytes: ArraySlice<UInt8>) throws(Malformed) {
    var rest = bytes
    while !rest.isEmpty {
      guard rest.count >= 3 else { throw Malformed() }
      let tag = rest[rest.startIndex]
      let count = Int(rest[rest.startIndex + 1]) | Int(rest[rest.startIndex + 2]) << 8
      rest = rest.dropFirst(3)
      guard rest.count >= count else { throw Malformed() }
      fields.append((tag, rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
  }

  /// Takes the first field of that tag; nil if there is none.
  mutating func bytes(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard let place = fields.firstIndex(where: { $0.tag == tag }) else { return nil }
    return fields.remove(at: place).bytes
  }

  mutating func optionalText(_ tag: UInt8) throws(Malformed) -> String? {
    guard let bytes = bytes(tag) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed() }
    return text
  }

  mutating func text(_ tag: UInt8) throws(Malformed) -> String {
    guard let text = try optionalText(tag) else { throw Malformed() }
    return text
  }

  mutating func optionalNumber<Number: FixedWidthInteger>(_ tag: UInt8) throws(Malformed) -> Number? {
    guard let bytes = bytes(tag) else { return nil }
    guard bytes.count == 1 || bytes.count == 8 else { throw Malformed() }
    let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Number(exactly: Int64(bitPattern: bits)) else { throw Malformed() }
    return number
  }

  mutating func number<Number: FixedWidthInteger>(_ tag: UInt8) throws(Malformed) -> Number {
    guard let number: Number = try optionalNumber(tag) else { throw Malformed() }
    return number
  }

  mutating func flag(_ tag: UInt8) throws(Malformed) -> Bool {
    guard let bytes = bytes(tag) else { return false }
    guard bytes.isEmpty else { throw Malformed() }
    return true
  }

  /// The fields inside a field; nil if there is none.
  mutating func optionalInner(_ tag: UInt8) throws(Malformed) -> FieldReader? {
    guard let bytes = bytes(tag) else { return nil }
    return try FieldReader(bytes)
  }

  mutating func inner(_ tag: UInt8) throws(Malformed) -> FieldReader {
    guard let inner = try optionalInner(tag) else { throw Malformed() }
    return inner
  }

  /// All fields of that tag, in their order.
  mutating func all(_ tag: UInt8) -> [ArraySlice<UInt8>] {
    let found = fields.filter { $0.tag == tag }.map(\.bytes)
    fields.removeAll { $0.tag == tag }
    return found
  }

  /// Checks that nothing is left that this version must know. A newer one may add fields from tag 128 on.
  func finish() throws(Malformed) {
    guard fields.allSatisfy({ $0.tag >= 128 }) else { throw Malformed() }
  }
}
