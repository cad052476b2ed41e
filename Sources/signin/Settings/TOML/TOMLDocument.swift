/// What a text in a strict subset of TOML 1.0 says: its keys and their values, in the order of the text.
///
/// ```swift
/// let document = try TOMLDocument("timeout = 30\n[password]\nleast = 8\n".utf8)
/// document.entries.map { "\($0.key)" }   // ["timeout", "password", "password.least"]
/// ```
///
/// Every text that is accepted is valid TOML and means the same there. The subset has strings on one line, whole decimal
/// numbers, booleans, lists of strings, and tables; it has no dates, fractions, multi-line strings, arrays of tables or
/// U+0000. No key has more than ``TOMLKey/mostParts`` parts, so that no text can exhaust the stack.
struct TOMLDocument: Equatable, Sendable {
  /// All keys, and the tables that a header or braces open.
  let entries: [TOMLEntry]

  /// Reads UTF-8.
  /// - Throws: The first fault, with its line and key.
  init(_ bytes: some Sequence<UInt8>) throws(TOMLFault) {
    var reader = TOMLReader(bytes)
    entries = try reader.read()
  }
}

/// A key with its value, or a table.
struct TOMLEntry: Equatable, Sendable {
  let key: TOMLKey
  /// Nil for a table, whose keys are entries of their own.
  let value: TOMLValue?
  /// Counted from 1.
  let line: Int
}

/// The whole way from the top of the document to a value or table.
struct TOMLKey: Hashable, Sendable, CustomStringConvertible {
  static let mostParts = 8

  var parts: [String]

  /// As it is written in a document: parts with other than letters, digits, _ and - stand in quotation marks.
  var description: String {
    parts.map { part in
      let isBare = !part.isEmpty && part.utf8.allSatisfy(TOMLReader.isBare)
      return isBare ? part : TOMLValue.string(part).description
    }.joined(separator: ".")
  }
}

/// A value of a key.
enum TOMLValue: Equatable, Sendable, CustomStringConvertible {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case strings([String])

  /// As it is written in a document: in ASCII characters only, so that nothing in it can act on a terminal.
  var description: String {
    switch self {
    case .string(let text): "\"" + text.unicodeScalars.map(Self.escaped).joined() + "\""
    case .integer(let number): String(number)
    case .boolean(let isTrue): String(isTrue)
    case .strings(let texts): "[" + texts.map { Self.string($0).description }.joined(separator: ", ") + "]"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\\(scalar)"
    case " "..."~": return String(scalar)
    default:
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
  }
}

/// Why a text is refused, and where.
struct TOMLFault: Error, Equatable {
  /// Counted from 1.
  let line: Int
  /// The key that was being read; nil outside of any.
  let key: TOMLKey?
  let problem: Problem

  enum Problem: Equatable, Sendable {
    case notUTF8
    /// Any but a tab, or a carriage return that ends no line.
    case controlCharacter
    /// Something else stands where a key must.
    case noKey
    /// No = comes after the key.
    case noEqualsSign
    case noValue
    /// A word that would be a string in quotation marks.
    case unquoted(String)
    /// A string, list, header or inline table lacks this at its end.
    case unclosed(Character)
    /// Something follows on the same line.
    case moreOnLine
    case unknownEscape
    case multilineString
    case date
    /// A fraction, another base than ten, a zero at the front, or more than fits in 64 bits.
    case notWholeNumber
    /// Something other than a string in a list.
    case notStringInList
    case arrayOfTables
    /// The key, or a part of it, has a meaning already, given on that line.
    case repeated(line: Int)
    case tooManyParts
  }
}
