internal import Text

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

  private let lists: [String: Int]
  private var scanner: JSONScanner
  private var values = 0

  /// Whether `message` is within all limits. Reads no further than to the first thing that is not.
  /// - Parameter lists: The most elements of arrays, by the names of the fields that they are in.
  static func accepts(_ message: [UInt8], lists: [String: Int] = [:]) -> Bool {
    guard message.first == UInt8(ascii: "{"), String(validating: message, as: UTF8.self) != nil else { return false }
    return message.withUnsafeBufferPointer { bytes in
      var syntax = JSONSyntax(lists: lists, scanner: JSONScanner(bytes))
      return syntax.takesValue(at: 0) && syntax.scanner.isAtEnd
    }
  }

  /// - Parameter name: The place of the name of the field; nil for an element of an array.
  private mutating func takesValue(at level: Int, in name: Range<Int>? = nil) -> Bool {
    values += 1
    guard values <= Self.mostValues, level < Self.mostLevels, let byte = scanner.next else { return false }
    switch byte {
    case UInt8(ascii: "{"): return takesObject(at: level)
    case UInt8(ascii: "["): return takesArray(at: level, in: name)
    case UInt8(ascii: "\""): return scanner.takeText(atMost: Self.longestText) != nil
    case UInt8(ascii: "t"): return scanner.take(word: "true")
    case UInt8(ascii: "f"): return scanner.take(word: "false")
    case UInt8(ascii: "n"): return scanner.take(word: "null")
    default: return takesNumber()
    }
  }

  private mutating func takesObject(at level: Int) -> Bool {
    _ = scanner.take("{")  // The caller has seen it.
    var names: [Range<Int>] = []
    while true {
      switch scanner.takeListPlace(before: "}", after: names.count) {
      case .end: return true
      case .fault: return false
      case .element:
        guard names.count < Self.mostFields, let name = scanner.takeText(atMost: Self.longestName),
          isNew(name, beside: names), scanner.takeColon(), takesValue(at: level + 1, in: name)
        else { return false }
        names.append(name)
      }
    }
  }

  /// Whether that is a name without escapes, and unlike the others.
  private func isNew(_ name: Range<Int>, beside others: [Range<Int>]) -> Bool {
    let bytes = scanner.bytes[name]
    return !bytes.contains(UInt8(ascii: "\\")) && !others.contains { scanner.bytes[$0].elementsEqual(bytes) }
  }

  private mutating func takesArray(at level: Int, in name: Range<Int>?) -> Bool {
    _ = scanner.take("[")  // The caller has seen it.
    let most = name.flatMap { lists[String(decoding: scanner.bytes[$0], as: UTF8.self)] } ?? Self.mostElements
    var count = 0
    while true {
      switch scanner.takeListPlace(before: "]", after: count) {
      case .end: return true
      case .fault: return false
      case .element:
        count += 1
        guard count <= most, takesValue(at: level + 1) else { return false }
      }
    }
  }

  private mutating func takesNumber() -> Bool {
    guard let number = scanner.takeWholeNumber() else { return false }
    let sign = scanner.bytes[number.lowerBound] == UInt8(ascii: "-") ? 1 : 0
    return number.count - sign <= Self.mostDigits
  }
}
