/// One SQL statement with its values.
struct Statement: Sendable {
  let sql: String
  let values: [Value]

  init(_ sql: String, _ values: [Value] = []) {
    self.sql = sql
    self.values = values
  }
}

/// A value for a statement, in the form in which the server reads it.
struct Value: ExpressibleByNilLiteral, Sendable {
  /// UTF-8, or nil for NULL.
  let text: String?

  init(nilLiteral: ()) { text = nil }

  /// A text. PostgreSQL has no U+0000 in texts, so that becomes U+FFFD.
  init(_ text: String) {
    self.text =
      text.utf8.contains(0) ? String(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : Character($0) }) : text
  }

  init(_ number: some BinaryInteger) { text = String(number) }

  init(_ number: (some BinaryInteger)?) { text = number.map { String($0) } }

  init(_ flag: Bool) { text = flag ? "true" : "false" }

  /// An array of texts.
  init(texts: [String]) {
    let items = texts.map { text in
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    self.init("{" + items.joined(separator: ",") + "}")
  }

  /// Bytes, as PostgreSQL's `hex` format.
  init(_ bytes: [UInt8]) {
    var text = "\\x"
    for byte in bytes {
      text.append(Self.digits[Int(byte >> 4)])
      text.append(Self.digits[Int(byte & 15)])
    }
    self.text = text
  }

  private static let digits = Array("0123456789abcdef")
}
