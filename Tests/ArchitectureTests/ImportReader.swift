import Foundation

/// Finds the modules that a Swift file names: in imports with any attributes, access or kind, and in `canImport`.
/// Comments and strings are not code.
enum ImportReader {
  /// A module and the line that names it.
  struct Mention: Equatable {
    let module: String
    let line: Int
  }

  static func mentions(in text: String) -> [Mention] {
    let code = CodeOnly.of(text)
    return code.matches(of: mention).map { match in
      let line = code[..<match.output.2.startIndex].count { $0 == "\n" } + 1
      return Mention(module: String(match.output.2), line: line)
    }
  }

  /// `import` as a word of its own and not a member's name, then an optional kind, then the module.
  nonisolated(unsafe) private static let mention =
    /(^|[^\w.`])(?:import\s+(?:(?:actor|class|enum|func|let|macro|protocol|struct|typealias|var)\s+)?|canImport\s*\(\s*)`?(\w+)/
}

/// A file's text with a blank for every character of a comment or string, so the line numbers stay the same.
private struct CodeOnly {
  private var rest: Substring.UTF8View
  private var code: [UInt8] = []

  static func of(_ text: String) -> String {
    var reader = CodeOnly(rest: Substring(text).utf8)
    reader.read()
    return String(decoding: reader.code, as: UTF8.self)
  }

  private init(rest: Substring.UTF8View) {
    self.rest = rest
    code.reserveCapacity(rest.count)
  }

  private mutating func read() {
    while let next = rest.first {
      if starts(with: "//") {
        while let next = rest.first, next != UInt8(ascii: "\n") { blank() }
      } else if starts(with: "/*") {
        blankComment()
      } else if let hashes = hashesOfString() {
        blankString(hashes: hashes)
      } else {
        code.append(next)
        rest.removeFirst()
      }
    }
  }

  private mutating func blankComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        blank(2)
      } else if starts(with: "*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && !rest.isEmpty
  }

  /// The number of `#` before the quotation mark, if a string starts here.
  private func hashesOfString() -> Int? {
    let hashes = rest.prefix { $0 == UInt8(ascii: "#") }.count
    return rest.dropFirst(hashes).first == UInt8(ascii: "\"") ? hashes : nil
  }

  /// A string ends at its own marks; a one-line string ends with its line at the latest, even if malformed.
  private mutating func blankString(hashes: Int) {
    let padding = String(repeating: "#", count: hashes)
    let isLong = rest.dropFirst(hashes).starts(with: #"""""#.utf8)
    let end = (isLong ? #"""""# : "\"") + padding
    blank(end.utf8.count)
    while let next = rest.first, !starts(with: end) {
      if next == UInt8(ascii: "\n"), !isLong { return }
      if starts(with: "\\" + padding) {
        blank(1 + hashes)
        if rest.first == UInt8(ascii: "(") { blankInterpolation() } else { blank() }
      } else {
        blank()
      }
    }
    blank(end.utf8.count)
  }

  /// From one parenthesis to its partner, including strings in between.
  private mutating func blankInterpolation() {
    var depth = 0
    repeat {
      if let hashes = hashesOfString() {
        blankString(hashes: hashes)
        continue
      }
      if rest.first == UInt8(ascii: "(") { depth += 1 }
      if rest.first == UInt8(ascii: ")") { depth -= 1 }
      blank()
    } while depth > 0 && !rest.isEmpty
  }

  private func starts(with text: String) -> Bool {
    rest.starts(with: text.utf8)
  }

  private mutating func blank(_ count: Int = 1) {
    for byte in rest.prefix(count) { code.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")) }
    rest = rest.dropFirst(count)
  }
}
