/// Finds the values of JSON by their places. It reads no further than to the first thing that isn't allowed, and always ends.
struct JSONReader {
  /// The deepest nesting of objects and arrays.
  static let mostLevels = 16
  /// The most values, those inside others included. A key set of 100 keys has 1,000, a token some 50.
  static let mostValues = 10_000
  /// The most fields of an object. Metadata has some 60.
  static let mostFields = 256

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var values = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The object that all bytes are; nil if they are anything else.
  mutating func readObject() -> JSON.Node? {
    skipBlanks()
    guard next == UInt8(ascii: "{"), let node = readValue(at: 0) else { return nil }
    skipBlanks()
    return place == bytes.count ? node : nil
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func takes(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  private mutating func takes(word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[place...].starts(with: word) else { return false }
    place += word.count
    return true
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func readValue(at level: Int) -> JSON.Node? {
    values += 1
    guard values <= Self.mostValues, level < Self.mostLevels, let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return readFields(at: level)
    case UInt8(ascii: "["): return readElements(at: level)
    case UInt8(ascii: "\""): return readText().map(JSON.Node.text)
    case UInt8(ascii: "t"): return takes(word: "true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return takes(word: "false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return takes(word: "null") ? .null : nil
    default: return readNumber().map(JSON.Node.number)
    }
  }

  private mutating func readFields(at level: Int) -> JSON.Node? {
    var fields: [(name: String, value: JSON.Node)] = []
    let isRead = readList(until: "}") { reader in
      guard fields.count < Self.mostFields, let range = reader.readText() else { return false }
      let name = reader.bytes[range]
      // An escape could write the same name in another way.
      guard !name.contains(UInt8(ascii: "\\")) else { return false }
      let text = String(decoding: name, as: UTF8.self)
      guard !fields.contains(where: { $0.name.utf8.elementsEqual(text.utf8) }) else { return false }
      reader.skipBlanks()
      guard reader.takes(":") else { return false }
      reader.skipBlanks()
      guard let value = reader.readValue(at: level + 1) else { return false }
      fields.append((text, value))
      return true
    }
    return isRead ? .object(fields) : nil
  }

  private mutating func readElements(at level: Int) -> JSON.Node? {
    var nodes: [JSON.Node] = []
    let isRead = readList(until: "]") { reader in
      guard let value = reader.readValue(at: level + 1) else { return false }
      nodes.append(value)
      return true
    }
    return isRead ? .array(nodes) : nil
  }

  private mutating func readList(until end: Unicode.Scalar, _ readElement: (inout JSONReader) -> Bool) -> Bool {
    place += 1
    skipBlanks()
    if takes(end) { return true }
    while true {
      skipBlanks()
      guard readElement(&self) else { return false }
      skipBlanks()
      if takes(end) { return true }
      guard takes(",") else { return false }
    }
  }

  /// What is between the quotation marks. It is valid UTF-8.
  private mutating func readText() -> Range<Int>? {
    guard takes("\"") else { return nil }
    let start = place
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        let range = start..<place - 1
        return Self.isUTF8(UnsafeBufferPointer(rebasing: bytes[range])) ? range : nil
      case UInt8(ascii: "\\"): guard takesEscape() else { return nil }
      case ..<0x20: return nil
      default: break
      }
    }
    return nil
  }

  private mutating func takesEscape() -> Bool {
    guard let byte = next else { return false }
    place += 1
    guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
    guard let unit = takeUnit() else { return false }
    switch unit {
    case 0xD800..<0xDC00:
      guard takes("\\"), takes("u"), let low = takeUnit() else { return false }
      return (0xDC00..<0xE000).contains(low)
    case 0xDC00..<0xE000: return false
    default: return true
    }
  }

  private mutating func takeUnit() -> UInt16? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = bytes[place..<place + 4]
    guard digits.allSatisfy({ Self.isDigit($0) || "abcdefABCDEF".utf8.contains($0) }) else { return nil }
    place += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func readNumber() -> Range<Int>? {
    let start = place
    _ = takes("-")
    let whole = place
    guard let count = takeDigits(), count == 1 || bytes[whole] != UInt8(ascii: "0") else { return nil }
    if takes(".") { guard takeDigits() != nil else { return nil } }
    if takes("e") || takes("E") {
      if !takes("+") { _ = takes("-") }
      guard takeDigits() != nil else { return nil }
    }
    return place - start <= Self.longestNumber ? start..<place : nil
  }

  private static let longestNumber = 32

  private mutating func takeDigits() -> Int? {
    let start = place
    while let byte = next, Self.isDigit(byte) { place += 1 }
    return place > start ? place - start : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  /// Looks at the bytes without a copy of them.
  private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    var decoder = Unicode.UTF8()
    var rest = bytes.makeIterator()
    while true {
      switch decoder.decode(&rest) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
