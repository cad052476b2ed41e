extension EmailAddress {
  /// The address as a field of a CSV file. Spreadsheets compute what begins with `=`, `+` or `-`, so an apostrophe goes
  /// before it; and before an apostrophe, so that every field can be read back.
  public var csvField: String { text.utf8.first.map(Self.isGuarded) == true ? "'" + text : text }

  /// The address that stands in such a field, nil when there is none.
  init?(csvField utf8: UnsafeBufferPointer<UInt8>) {
    let hasGuard = utf8.count > 1 && utf8[0] == UInt8(ascii: "'") && Self.isGuarded(utf8[1])
    self.init(utf8: hasGuard ? UnsafeBufferPointer(rebasing: utf8.dropFirst()) : utf8)
  }

  private static func isGuarded(_ first: UInt8) -> Bool { "=+-'".utf8.contains(first) }
}
