internal import CUtf8proc

extension UnsafeBufferPointer<UInt8> {
  /// The offset just behind the character that starts at `start`.
  ///
  /// A character here is a user-perceived one: an extended grapheme cluster of Unicode's UAX #29, found by utf8proc. No
  /// `String` is made of the text, because it may be a password.
  ///
  /// The end of a character does not depend on anything before its start. Every rule that looks back (regional
  /// indicators, emoji joined by U+200D) looks no further than the last break. So an edited text can be segmented from
  /// any break on.
  public func endOfCluster(from start: Int) -> Int {
    if isPrintableASCII(start) && (start + 1 == count || isPrintableASCII(start + 1)) { return start + 1 }
    var scalars = ScalarReader(self, from: start)
    guard var last = scalars.next() else { return count }
    var state: Int32 = 0
    var end = scalars.end
    while let next = scalars.next() {
      if utf8proc_grapheme_break_stateful(Int32(last.value), Int32(next.value), &state) { break }
      (last, end) = (next, scalars.end)
    }
    return end
  }

  /// Whether the byte is a printable ASCII character. Between two of these there is always a break.
  private func isPrintableASCII(_ offset: Int) -> Bool { offset < count && self[offset] >= 0x20 && self[offset] < 0x7F }
}

/// The user-perceived characters of UTF-8 in memory, in order.
public struct GraphemeClusters {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var start = 0

  /// Starts before the first character.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The bytes of the next character, or nil at the end.
  public mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard start < bytes.count else { return nil }
    let end = bytes.endOfCluster(from: start)
    defer { start = end }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }
}
