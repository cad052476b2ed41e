import Sentences

/// What has to be refused of a file of settings before it is parsed, since no setting has it and toml++ 3.4 might end the
/// program over it instead of refusing the file: tables whose name begins with something else than a name (`[é]`), dates
/// and times (`1979-05-27Tx`), lists (`[}`), and texts of several lines, in which the others could not be told from what
/// is meant.
struct SettingsText {
  private var rest: Substring.UTF8View
  private var line = 1

  /// Why `text` is refused, with the line; nil when it may be parsed.
  static func fault(in text: String) -> String? {
    var text = SettingsText(rest: Substring(text).utf8)
    return text.fault().map { translated("line {line}: {error}.", ["line": String(text.line), "error": $0]) }
  }

  private mutating func fault() -> String? {
    if rest.starts(with: "\u{FEFF}".utf8) { rest.removeFirst(3) }
    var isAtStart = true
    while let byte = rest.first {
      if byte == UInt8(ascii: "[") {
        guard isAtStart else { return translated("no setting is a list") }
        guard beginsTable else {
          return translated("the name of a table begins with a letter, a digit, _, - or a quotation mark")
        }
        rest = rest.drop { $0 == byte }
        isAtStart = false
        continue
      }
      isAtStart = byte == UInt8(ascii: "\n") || isAtStart && Self.isBlank(byte)
      switch byte {
      case UInt8(ascii: "#"):
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if rest.starts(with: [byte, byte, byte]) { return translated("no setting is a text of several lines") }
        skipText(to: byte)
      case _ where Self.isBare(byte):
        let word = rest.prefix(while: Self.isBare)
        if Self.isTime(word) { return translated("no setting is a date or a time") }
        rest = rest.dropFirst(word.count)
      default:
        if byte == UInt8(ascii: "\n") { line += 1 }
        rest.removeFirst()
      }
    }
    return nil
  }

  /// Whether `[` or `[[` and the beginning of a name come next.
  private var beginsTable: Bool {
    var name = rest.dropFirst()
    if name.first == UInt8(ascii: "[") { name.removeFirst() }
    guard let first = name.first(where: { !Self.isBlank($0) }) else { return false }
    return Self.isLetterOrDigit(first) || [UInt8(ascii: "_"), 0x2D, 0x22, 0x27].contains(first)
  }

  /// Skips a text with its quotation marks, or as far as it goes on this line.
  private mutating func skipText(to mark: UInt8) {
    rest.removeFirst()
    while let byte = rest.first, byte != UInt8(ascii: "\n") {
      rest.removeFirst()
      if byte == mark { return }
      if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\""), rest.first != UInt8(ascii: "\n") {
        _ = rest.popFirst()
      }
    }
  }

  /// Whether a word that begins like a number goes on like a date or a time.
  private static func isTime(_ word: Substring.UTF8View) -> Bool {
    guard let first = word.first, isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else {
      return false
    }
    return word.contains(UInt8(ascii: ":"))
      || zip(word, word.dropFirst()).contains { isDigit($0) && $1 == UInt8(ascii: "-") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) }

  private static func isBare(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "_+-.:".utf8.contains(byte) }
}
