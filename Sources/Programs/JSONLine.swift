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

  /// The object, without a line feed.
  package let text: String

  package init(dictionaryLiteral members: (String, Value)...) {
    text = "{\"version\":1" + members.map { ",\(Self.quoted($0)):\(Self.text($1))" }.joined() + "}"
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .string(let string): quoted(string)
    case .number(let number): String(number)
    case .bool(let bool): String(bool)
    case .null: "null"
    }
  }

  private static func quoted(_ string: String) -> String {
    var quoted = "\""
    for unit in string.utf16 {
      switch unit {
      case 0x22, 0x5C: quoted += "\\" + String(UnicodeScalar(UInt8(unit)))
      case 0x20...0x7E: quoted.unicodeScalars.append(UnicodeScalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return quoted + "\""
  }
}
