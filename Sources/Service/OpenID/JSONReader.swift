internal import Secrets
internal import Text

/// Finds the values of JSON by their places. It reads no further than to the first thing that isn't allowed, and always ends.
struct JSONReader {
  /// The deepest nesting of objects and arrays.
  static let mostLevels = 16
  /// The most values, those inside others included. A key set of 100 keys has 1,000, a token some 50.
  static let mostValues = 10_000
  /// The most fields of an object. Metadata has some 60.
  static let mostFields = 256
  /// The most bytes of a number.
  private static let longestNumber = 32

  private var scanner: JSONScanner
  private var values = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { scanner = JSONScanner(bytes) }

  /// The object that all bytes are; nil if they are anything else.
  mutating func readObject() -> JSON.Node? {
    scanner.skipBlanks()
    guard scanner.next == UInt8(ascii: "{"), let node = readValue(at: 0) else { return nil }
    scanner.skipBlanks()
    return scanner.isAtEnd ? node : nil
  }

  private mutating func readValue(at level: Int) -> JSON.Node? {
    values += 1
    guard values <= Self.mostValues, level < Self.mostLevels, let byte = scanner.next else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return readFields(at: level)
    case UInt8(ascii: "["): return readElements(at: level)
    case UInt8(ascii: "\""): return readText().map(JSON.Node.text)
    case UInt8(ascii: "t"): return scanner.take(word: "true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return scanner.take(word: "false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return scanner.take(word: "null") ? .null : nil
    default: return readNumber().map(JSON.Node.number)
    }
  }

  private mutating func readFields(at level: Int) -> JSON.Node? {
    guard scanner.take("{") else { return nil }
    var fields: [(name: String, value: JSON.Node)] = []
    while true {
      switch scanner.takeListPlace(before: "}", after: fields.count) {
      case .end: return .object(fields)
      case .fault: return nil
      case .element:
        guard fields.count < Self.mostFields, let name = readName(), scanner.takeColon(),
          !fields.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }), let value = readValue(at: level + 1)
        else { return nil }
        fields.append((name, value))
      }
    }
  }

  /// A name. An escape could write the same name in another way.
  private mutating func readName() -> String? {
    guard let range = readText() else { return nil }
    let name = scanner.bytes[range]
    return name.contains(UInt8(ascii: "\\")) ? nil : String(decoding: name, as: UTF8.self)
  }

  private mutating func readElements(at level: Int) -> JSON.Node? {
    guard scanner.take("[") else { return nil }
    var nodes: [JSON.Node] = []
    while true {
      switch scanner.takeListPlace(before: "]", after: nodes.count) {
      case .end: return .array(nodes)
      case .fault: return nil
      case .element:
        guard let value = readValue(at: level + 1) else { return nil }
        nodes.append(value)
      }
    }
  }

  /// What is between the quotation marks. It is valid UTF-8.
  private mutating func readText() -> Range<Int>? {
    guard let range = scanner.takeText() else { return nil }
    return UnsafeBufferPointer(rebasing: scanner.bytes[range]).isValidUTF8 ? range : nil
  }

  private mutating func readNumber() -> Range<Int>? {
    guard let range = scanner.takeNumber() else { return nil }
    return range.count <= Self.longestNumber ? range : nil
  }
}
