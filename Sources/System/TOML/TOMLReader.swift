/// Reads a document up to its end or its first fault.
struct TOMLReader {
  /// The way in which a key was defined.
  private enum Origin {
    /// By a value, which may be an inline table. Nothing can be added to it.
    case value
    /// As a front part of a dotted key. Dotted keys of the same section can add to it.
    case dotted
    /// As a front part of a header.
    case implied
    case header
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// The key that is being read, for faults.
  private var key: TOMLKey?
  private var known: [TOMLKey: (origin: Origin, line: Int)] = [:]
  private var entries: [TOMLEntry] = []

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  mutating func read() throws(TOMLFault) -> [TOMLEntry] {
    if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
    var table = TOMLKey(parts: [])
    repeat {
      key = nil
      skipBlanks()
      switch next {
      case nil, Self.lineFeed, Self.carriageReturn, UInt8(ascii: "#"): break
      case UInt8(ascii: "["): table = try readHeader()
      default: try readPair(in: table)
      }
      try skipBlanksAndComment()
    } while takeLineEnd()
    guard next == nil else { throw fault(next == Self.carriageReturn ? .controlCharacter : .moreOnLine) }
    return entries
  }

  /// `[password]`
  private mutating func readHeader() throws(TOMLFault) -> TOMLKey {
    position += 1
    guard next != UInt8(ascii: "[") else { throw fault(.arrayOfTables) }
    let table = try readKey()
    key = table
    guard take("]") else { throw fault(.unclosed("]")) }
    try define(table, as: .header, below: 0)
    entries.append(TOMLEntry(key: table, value: nil, line: line))
    return table
  }

  /// `least = 8`
  private mutating func readPair(in table: TOMLKey) throws(TOMLFault) {
    let own = TOMLKey(parts: table.parts + (try readKey()).parts)
    key = own
    guard take("=") else { throw fault(.noEqualsSign) }
    try define(own, as: .value, below: table.parts.count)
    skipBlanks()
    let start = line
    if next == UInt8(ascii: "{") {
      entries.append(TOMLEntry(key: own, value: nil, line: start))
      try readInlineTable(own)
    } else {
      entries.append(TOMLEntry(key: own, value: try readValue(), line: start))
    }
  }

  /// Defines a key, and its front parts with more than `count` parts.
  private mutating func define(_ key: TOMLKey, as origin: Origin, below count: Int) throws(TOMLFault) {
    guard key.parts.count <= TOMLKey.mostParts else { throw fault(.tooManyParts) }
    for count in count + 1..<key.parts.count {
      let front = TOMLKey(parts: Array(key.parts[..<count]))
      guard let found = known[front] else {
        known[front] = (origin == .header ? .implied : .dotted, line)
        continue
      }
      guard origin == .header ? found.origin != .value : found.origin == .dotted else {
        throw fault(.repeated(line: found.line))
      }
    }
    if let found = known[key], !(origin == .header && found.origin == .implied) {
      throw fault(.repeated(line: found.line))
    }
    known[key] = (origin, line)
  }

  /// Reads parts with dots between them, and the blanks after them.
  private mutating func readKey() throws(TOMLFault) -> TOMLKey {
    var parts: [String] = []
    repeat {
      skipBlanks()
      if next == Self.quotationMark || next == Self.apostrophe {
        parts.append(try readString())
      } else {
        let part = take(while: Self.isBare)
        guard !part.isEmpty else { throw fault(.noKey) }
        parts.append(try text(part))
      }
      skipBlanks()
    } while take(".")
    return TOMLKey(parts: parts)
  }

  private mutating func readInlineTable(_ table: TOMLKey) throws(TOMLFault) {
    position += 1
    skipBlanks()
    if take("}") { return }
    repeat {
      skipBlanks()
      try readPair(in: table)
      skipBlanks()
    } while take(",")
    key = table
    guard take("}") else { throw fault(.unclosed("}")) }
  }

  private mutating func readValue() throws(TOMLFault) -> TOMLValue {
    switch next {
    case Self.quotationMark, Self.apostrophe: return .string(try readString())
    case UInt8(ascii: "["): return .strings(try readList())
    default: break
    }
    let word = try text(take { !Self.isBlank($0) && !Self.isLineEnd($0) && !",]}#".utf8.contains($0) })
    switch word {
    case "": throw fault(.noValue)
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    if let number = Self.wholeNumber(word) { return .integer(number) }
    let digits = word.utf8.drop { "+-".utf8.contains($0) }
    guard digits.first.map(Self.isDigit) == true else { throw fault(.unquoted(word)) }
    let isDate = word.contains(":") || digits.contains(UInt8(ascii: "-")) && !word.lowercased().contains("e")
    throw fault(isDate ? .date : .notWholeNumber)
  }

  /// Reads the strings between brackets, on any number of lines.
  private mutating func readList() throws(TOMLFault) -> [String] {
    let start = line
    var strings: [String] = []
    position += 1
    repeat {
      try skipLines()
      if next == UInt8(ascii: "]") { break }
      guard next != nil else { throw fault(.unclosed("]"), line: start) }
      guard next == Self.quotationMark || next == Self.apostrophe else { throw fault(.notStringInList) }
      strings.append(try readString())
      try skipLines()
    } while take(",")
    guard take("]") else { throw fault(.unclosed("]"), line: start) }
    return strings
  }

  private mutating func readString() throws(TOMLFault) -> String {
    let mark = bytes[position]
    guard !bytes[position...].starts(with: [mark, mark, mark]) else { throw fault(.multilineString) }
    position += 1
    let hasEscapes = mark == Self.quotationMark
    var string = ""
    while true {
      string += try text(take { $0 != mark && !Self.isLineEnd($0) && !(hasEscapes && $0 == UInt8(ascii: "\\")) })
      if hasEscapes && take("\\") {
        string.unicodeScalars.append(try readEscape())
      } else if next == mark {
        position += 1
        return string
      } else {
        throw fault(.unclosed(Character(Unicode.Scalar(mark))))
      }
    }
  }

  /// Reads the escape after a backslash.
  private mutating func readEscape() throws(TOMLFault) -> Unicode.Scalar {
    guard let byte = next else { throw fault(.unknownEscape) }
    position += 1
    switch Unicode.Scalar(byte) {
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "\"": return "\""
    case "\\": return "\\"
    case "u": return try readScalar(digits: 4)
    case "U": return try readScalar(digits: 8)
    default: throw fault(.unknownEscape)
    }
  }

  private mutating func readScalar(digits: Int) throws(TOMLFault) -> Unicode.Scalar {
    let hex = String(decoding: bytes[position...].prefix(digits), as: UTF8.self)
    guard hex.utf8.count == digits, hex.allSatisfy(\.isHexDigit), let value = UInt32(hex, radix: 16), value > 0,
      let scalar = Unicode.Scalar(value)
    else { throw fault(.unknownEscape) }
    position += digits
    return scalar
  }
}

/// Classes of bytes, and steps over them.
extension TOMLReader {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let quotationMark = UInt8(ascii: "\"")
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether a byte can be in a part of a key without quotation marks.
  static func isBare(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  /// A decimal number, with optional _ between its digits.
  private static func wholeNumber(_ word: String) -> Int? {
    let digits = word.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    let groups = digits.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
    guard digits.first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
    return Int(word.filter { $0 != "_" })
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next.map(Unicode.Scalar.init) == character else { return false }
    position += 1
    return true
  }

  private mutating func take(while isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = bytes[position...].prefix(while: isTaken)
    position = taken.endIndex
    return taken
  }

  private mutating func takeLineEnd() -> Bool {
    let rest = bytes[position...]
    guard rest.starts(with: [Self.lineFeed]) || rest.starts(with: [Self.carriageReturn, Self.lineFeed]) else {
      return false
    }
    position += next == Self.lineFeed ? 1 : 2
    line += 1
    return true
  }

  private mutating func skipBlanks() { _ = take(while: Self.isBlank) }

  private mutating func skipBlanksAndComment() throws(TOMLFault) {
    skipBlanks()
    if take("#") { _ = try text(take { !Self.isLineEnd($0) }) }
  }

  private mutating func skipLines() throws(TOMLFault) {
    repeat {
      try skipBlanksAndComment()
    } while takeLineEnd()
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(TOMLFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw fault(.notUTF8) }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
      throw fault(.controlCharacter)
    }
    return text
  }

  private func fault(_ problem: TOMLFault.Problem, line: Int? = nil) -> TOMLFault {
    TOMLFault(line: line ?? self.line, key: key, problem: problem)
  }
}
