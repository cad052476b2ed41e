internal import CUtf8proc

/// The length in bytes of the scalar that `utf8` begins with, and the scalar; `nil` where it is not valid UTF-8.
func firstScalar(of utf8: UnsafeBufferPointer<UInt8>, from offset: Int) -> (scalar: Int32, length: Int)? {
  guard let start = utf8.baseAddress else { return nil }
  var scalar: Int32 = 0
  let length = utf8proc_iterate(start + offset, utf8.count - offset, &scalar)
  return length > 0 ? (scalar, length) : nil
}

/// Where user-perceived characters end (extended grapheme clusters of Unicode's UAX #29, by utf8proc).
extension UnsafeBufferPointer<UInt8> {
  /// Whether all of it is valid UTF-8: no overlong forms, no surrogates, nothing cut off.
  var isValidUTF8: Bool {
    var offset = 0
    while offset < count {
      guard let (_, length) = firstScalar(of: self, from: offset) else { return false }
      offset += length
    }
    return true
  }

  /// The offset just behind the cluster that starts at `start`, in valid UTF-8.
  ///
  /// What lies before a cluster does not matter to where it ends: every rule that looks back (regional indicators, emoji
  /// joined by U+200D) looks no further than the last break. That is what makes incremental segmentation right.
  func endOfCluster(from start: Int) -> Int {
    guard var (scalar, offset) = firstScalar(of: self, from: start) else { return count }
    offset += start
    var state: Int32 = 0
    while offset < count, let next = firstScalar(of: self, from: offset) {
      if utf8proc_grapheme_break_stateful(scalar, next.scalar, &state) { break }
      scalar = next.scalar
      offset += next.length
    }
    return offset
  }
}
