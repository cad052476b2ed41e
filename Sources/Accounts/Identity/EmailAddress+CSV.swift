extension EmailAddress {
  /// The address as a field of a CSV file. Spreadsheets take text that begins with `=`, `+` or `-` for a formula, so
  /// an apostrophe precedes it. An apostrophe precedes a leading apostrophe too, so that every field can be read back.
  public var csvField: String { text.utf8.first.map(Self.isGuarded) == true ? "'" + text : text }

  /// The address in such a field, or the one that it means, see ``GivenEmail``. Nil if there is none.
  init?(csvField utf8: UnsafeBufferPointer<UInt8>) {
    let hasGuard = utf8.count > 1 && utf8[0] == UInt8(ascii: "'") && Self.isGuarded(utf8[1])
    let field = hasGuard ? UnsafeBufferPointer(rebasing: utf8.dropFirst()) : utf8
    guard let address = Self(utf8: field) ?? GivenEmail(String(decoding: field, as: UTF8.self)).address else {
      return nil
    }
    self = address
  }

  private static func isGuarded(_ first: UInt8) -> Bool { "=+-'".utf8.contains(first) }
}
