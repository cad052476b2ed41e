/// What a message may be, before anything of it is decoded: strict JSON (RFC 8259) whose root is an object, within limits.
///
/// The decoder of FoundationEssentials takes more: duplicate keys, commas at the end, UTF-16. Two readers of such a message
/// could understand different things, so nobody accepts it.
struct JSONSyntax {
  /// The deepest nesting of objects and arrays.
  static let mostLevels = 16
  /// The most values in a message, those inside others included.
  static let mostValues = 20_000
  /// The most fields of an object.
  static let mostFields = 32
  /// The most bytes of a field's name, which has no escapes.
  static let longestName = 64
  /// The most bytes of a text, as it is written. A path of the system has 4,096.
  static let longestText = 16_384
  /// The most elements of an array, unless the message says otherwise of the field that it is in.
  static let mostElements = 64
  /// The most digits of a number. All numbers are whole.
  static let mostDigits = 19

  private let bytes: UnsafeBufferPointer<UInt8>
  private let lists: [String: Int]
  private var place = 0
  private var values = 0

  /// Whether `message` is within all limits. Reads no further than to the first thing that is not.
  /// - Parameter lists: The most elements of arrays, by the names of the fields that they are in.
  static func accepts(_ message: [UInt8], lists: [String: Int] = [:]) -> Bool {
    guard message.first == UInt8(ascii: "{"), String(validating: message, as: UTF8.self) != nil else { return false }
    return message.withUnsafeBufferPointer { bytes in
      var syntax = JSONSyntax(bytes, lists)
      return syntax.takesValue(at: 0) && syntax.place == bytes.count
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ lists: [String: Int]) {
    (self.bytes, self.lists) = (bytes, lists)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func takes(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  private mutating func takes(word: StaticString) -> Bool {
    guard bytes[place...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)) else {
      return false
    }
    place += word.utf8CodeUnitCount
    return true
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  /// - Parameter name: The place of the name of the field, with its quotation marks; empty for an element of an array.
  private mutating func takesValue(at level: Int, in name: Range<Int> = 0..<0) -> Bool {
    values += 1
    guard values <= Self.mostValues, level < Self.mostLevels, let byte = next else { return false }
    switch byte {
    case UInt8(ascii: "{"): return takesObject(at: level)
    case UInt8(ascii: "["): return takesArray(at: level, in: name)
    case UInt8(ascii: "\""): return takesText()
    case UInt8(ascii: "t"): return takes(word: "true")
    case UInt8(ascii: "f"): return takes(word: "false")
    case UInt8(ascii: "n"): return takes(word: "null")
    default: return takesNumber()
    }
  }

  private mutating func takesObject(at level: Int) -> Bool {
    place += 1
    var names: [Range<Int>] = []
    return takesList(until: "}") { syntax in
      let name = syntax.place
      guard names.count < Self.mostFields, syntax.takesText(upTo: Self.longestName) else { return false }
      let bytes = syntax.bytes[name..<syntax.place]
      guard !bytes.contains(UInt8(ascii: "\\")), !names.contains(where: { syntax.bytes[$0].elementsEqual(bytes) })
      else {
        return false
      }
      let place = name..<syntax.place
      names.append(place)
      syntax.skipBlanks()
      guard syntax.takes(":") else { return false }
      syntax.skipBlanks()
      return syntax.takesValue(at: level + 1, in: place)
    }
  }

  private mutating func takesArray(at level: Int, in name: Range<Int>) -> Bool {
    place += 1
    let most = lists[String(decoding: bytes[name].dropFirst().dropLast(), as: UTF8.self)] ?? Self.mostElements
    var count = 0
    return takesList(until: "]") { syntax in
      count += 1
      return count <= most && syntax.takesValue(at: level + 1)
    }
  }

  private mutating func takesList(until end: Unicode.Scalar, _ takesElement: (inout JSONSyntax) -> Bool) -> Bool {
    skipBlanks()
    if takes(end) { return true }
    while true {
      skipBlanks()
      guard takesElement(&self) else { return false }
      skipBlanks()
      if takes(end) { return true }
      guard takes(",") else { return false }
    }
  }

  private mutating func takesText(upTo most: Int = longestText) -> Bool {
    guard takes("\"") else { return false }
    let start = place
    while let byte = next, place - start <= most {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard takesEscape() else { return false }
      case ..<0x20: return false
      default: break
      }
    }
    return false
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
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "abcdefABCDEF".utf8.contains($0) }) else {
      return nil
    }
    place += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func takesNumber() -> Bool {
    _ = takes("-")
    let start = place
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
    let count = place - start
    return (1...Self.mostDigits).contains(count) && (count == 1 || bytes[start] != UInt8(ascii: "0"))
  }
}
