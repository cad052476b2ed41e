/// A JSON object on one line (RFC 8259), in ASCII only: text from outside is kept in full, but cannot act on a
/// terminal. The first member is the version of the object's shape.
package struct JSONLine: ExpressibleByDictionaryLiteral {
  /// The value of a member.
  package enum Value {
    case string(String)
    case number(Int64)
    case bool(Bool)
    case null
  }

  private let members: [(StaticString, Value)]

  /// The object as text, without a line feed.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The names are written as they are.
  package init(dictionaryLiteral members: (StaticString, Value)...) { self.members = members }

  /// Writes the object, without a line feed. Bytes, because a log has millions of lines.
  package func append(to bytes: inout [UInt8]) {
    bytes.append("{\"version\":1")
    for (name, value) in members {
      bytes.append(UInt8(ascii: ","))
      bytes.append(UInt8(ascii: "\""))
      bytes.append(name)
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
      switch value {
      case .string(let string): bytes.append(quoting: string)
      case .number(let number): bytes.append(String(number))
      case .bool(let bool): bytes.append(bool ? "true" : "false")
      case .null: bytes.append("null")
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) { text.withUTF8Buffer { self += $0 } }

  fileprivate mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { self += $0 }
  }

  fileprivate mutating func append(quoting string: String) {
    append(UInt8(ascii: "\""))
    var string = string
    let isPlain = string.withUTF8 { utf8 in
      guard utf8.allSatisfy(\.needsNoEscape) else { return false }
      self += utf8
      return true
    }
    if !isPlain { for unit in string.utf16 { append(escaping: unit) } }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaping unit: UInt16) {
    if let byte = UInt8(exactly: unit), (0x20...0x7E).contains(byte) {
      if !byte.needsNoEscape { append(UInt8(ascii: "\\")) }
      return append(byte)
    }
    let digits = String(unit, radix: 16)
    self += "\\u".utf8
    self += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
    self += digits.utf8
  }
}

extension UInt8 {
  fileprivate var needsNoEscape: Bool {
    (0x20...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
