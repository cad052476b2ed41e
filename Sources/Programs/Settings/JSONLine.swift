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

  /// The object, without a line feed. Bytes, because a log has millions of lines.
  package let bytes: [UInt8]

  /// The same as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The names are written as they are.
  package init(dictionaryLiteral members: (StaticString, Value)...) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    bytes += "{\"version\":1".utf8
    for (name, value) in members {
      bytes += ",\"".utf8
      name.withUTF8Buffer { bytes += $0 }
      bytes += "\":".utf8
      switch value {
      case .string(let string): bytes.append(quoting: string)
      case .number(let number): bytes += String(number).utf8
      case .bool(let bool): bytes += String(bool).utf8
      case .null: bytes += "null".utf8
      }
    }
    bytes.append(UInt8(ascii: "}"))
    self.bytes = bytes
  }
}

extension [UInt8] {
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
