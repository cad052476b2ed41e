/// Reads the tokens of strict JSON (RFC 8259) from memory, and copies nothing. What may be nested in what is for its user to say.
///
/// Each `take…` moves behind what it has taken. When it returns false or nil, the text is not JSON, and nothing more is to be read.
public struct JSONScanner {
  /// What stands at a place in a list.
  public enum ListPlace: Sendable {
    /// Another element.
    case element
    /// The list's end, which is taken.
    case end
    /// Neither.
    case fault
  }

  /// The whole text.
  public let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next token is read.
  public private(set) var place = 0

  /// Starts before the first byte.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The next byte; nil at the end.
  public var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether all is read.
  public var isAtEnd: Bool { place == bytes.count }

  /// Takes that character if it is the next.
  public mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Takes that word, which is `true`, `false` or `null`.
  public mutating func take(word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[place...].starts(with: word) else { return false }
    place += word.count
    return true
  }

  /// Takes blanks; perhaps none.
  public mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  /// Takes what stands between two elements of a list, or before its end.
  /// - Parameter count: The elements that have been read, behind the bracket that opens the list.
  public mutating func takeListPlace(before end: Unicode.Scalar, after count: Int) -> ListPlace {
    skipBlanks()
    if take(end) { return .end }
    guard count == 0 || take(",") else { return .fault }
    skipBlanks()
    return .element
  }

  /// Takes a colon, with the blanks around it.
  public mutating func takeColon() -> Bool {
    skipBlanks()
    guard take(":") else { return false }
    skipBlanks()
    return true
  }

  /// Takes a text, and returns the place of what is between its quotation marks. Whether it is UTF-8 is not looked at.
  /// - Parameter limit: The most bytes, as they are written.
  public mutating func takeText(atMost limit: Int = .max) -> Range<Int>? {
    guard take("\"") else { return nil }
    let start = place
    while let byte = next, place - start <= limit {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return start..<place - 1
      case UInt8(ascii: "\\"): guard takeEscape() else { return nil }
      case ..<0x20: return nil
      default: break
      }
    }
    return nil
  }

  private mutating func takeEscape() -> Bool {
    guard let byte = next else { return false }
    place += 1
    guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
    guard let unit = takeUnit() else { return false }
    switch unit {
    case 0xD800..<0xDC00:
      guard take("\\"), take("u"), let low = takeUnit() else { return false }
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

  /// Takes a whole number, and returns its place. One of several digits does not begin with 0.
  public mutating func takeWholeNumber() -> Range<Int>? {
    let start = place
    _ = take("-")
    let digits = place
    guard let count = takeDigits(), count == 1 || bytes[digits] != UInt8(ascii: "0") else { return nil }
    return start..<place
  }

  /// Takes a number, and returns its place.
  public mutating func takeNumber() -> Range<Int>? {
    guard let whole = takeWholeNumber() else { return nil }
    if take(".") { guard takeDigits() != nil else { return nil } }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard takeDigits() != nil else { return nil }
    }
    return whole.lowerBound..<place
  }

  private mutating func takeDigits() -> Int? {
    let start = place
    while let byte = next, Self.isDigit(byte) { place += 1 }
    return place > start ? place - start : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
