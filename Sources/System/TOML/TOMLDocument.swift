/// The keys and values of a text in a strict subset of TOML 1.0, in the order of the text.
///
/// ```swift
/// let document = try TOMLDocument("timeout = 30\n[password]\nleast = 8\n".utf8)
/// document.entries.map { "\($0.key)" }   // ["timeout", "password", "password.least"]
/// ```
///
/// Every accepted text is valid TOML with the same meaning. The subset has strings on one line, whole decimal numbers,
/// booleans, lists of strings, and tables. It has no dates, fractions, multi-line strings, arrays of tables or U+0000.
/// A key has at most ``TOMLKey/mostParts`` parts, so that no text can exhaust the stack.
package struct TOMLDocument: Equatable, Sendable {
  /// All keys, and the tables that a header or braces open.
  package let entries: [TOMLEntry]

  /// Parses UTF-8.
  /// - Throws: The first fault, with its line and key.
  package init(_ bytes: some Sequence<UInt8>) throws(TOMLFault) {
    var reader = TOMLReader(bytes)
    entries = try reader.read()
  }
}

/// A key with its value, or a table.
package struct TOMLEntry: Equatable, Sendable {
  package let key: TOMLKey
  /// The value; nil for a table. The keys in a table are separate entries.
  package let value: TOMLValue?
  /// The line, counted from 1.
  package let line: Int
}

/// The full path from the top of the document to a value or table.
package struct TOMLKey: Hashable, Sendable, CustomStringConvertible {
  package static let mostParts = 8

  package var parts: [String]

  /// The key as a document writes it. Parts are quoted if they are empty or have other characters than letters, digits,
  /// _ and -.
  package var description: String {
    parts.map { part in
      let isBare = !part.isEmpty && part.utf8.allSatisfy(TOMLReader.isBare)
      return isBare ? part : TOMLValue.string(part).description
    }.joined(separator: ".")
  }
}

/// A value of a key.
package enum TOMLValue: Equatable, Sendable, CustomStringConvertible {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case strings([String])

  /// The value as a document writes it. What could act on a terminal, on the characters around it, or hide is escaped.
  package var description: String {
    switch self {
    case .string(let text): "\"" + Self.escaped(text) + "\""
    case .integer(let number): String(number)
    case .boolean(let isTrue): String(isTrue)
    case .strings(let texts): "[" + texts.map { Self.string($0).description }.joined(separator: ", ") + "]"
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var isBehindLetter = false
    for scalar in text.unicodeScalars {
      isBehindLetter = isVisible(scalar, isBehindLetter)
      if scalar == "\"" || scalar == "\\" {
        escaped += "\\\(scalar)".unicodeScalars
      } else if isBehindLetter {
        escaped.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16)
        escaped += ("\\U" + String(repeating: "0", count: 8 - digits.count) + digits).unicodeScalars
      }
    }
    return String(escaped)
  }

  /// - Parameter isBehindLetter: Whether it follows a visible character, which a mark may join.
  private static func isVisible(_ scalar: Unicode.Scalar, _ isBehindLetter: Bool) -> Bool {
    if (" "..."~").contains(scalar) { return true }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return false
    case .nonspacingMark, .spacingMark, .enclosingMark: return isBehindLetter
    default: return true
    }
  }
}

/// The reason and the place of the first fault.
package struct TOMLFault: Error, Equatable {
  /// The line, counted from 1.
  package let line: Int
  /// The key that was being read; nil outside of a key.
  package let key: TOMLKey?
  package let problem: Problem

  package enum Problem: Equatable, Sendable {
    case notUTF8
    /// Any control character but a tab, or a carriage return without a line feed.
    case controlCharacter
    /// Something else in the place of a key.
    case noKey
    /// No = after the key.
    case noEqualsSign
    case noValue
    /// A word that needs quotation marks.
    case unquoted(String)
    /// A string, list, header or inline table without this character at its end.
    case unclosed(Character)
    /// More text on the same line.
    case moreOnLine
    case unknownEscape
    case multilineString
    case date
    /// A fraction, another base than ten, a zero at the front, or more than fits in 64 bits.
    case notWholeNumber
    /// Something other than a string in a list.
    case notStringInList
    case arrayOfTables
    /// The key, or its first parts, were defined on that line.
    case repeated(line: Int)
    case tooManyParts
  }
}
