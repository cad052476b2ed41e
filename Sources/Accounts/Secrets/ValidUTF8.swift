internal import CUtf8proc

/// Returns the scalar at `offset` of `utf8` and its length in bytes, or `nil` if there is no valid UTF-8.
func firstScalar(of utf8: UnsafeBufferPointer<UInt8>, from offset: Int) -> (scalar: Int32, length: Int)? {
  guard let start = utf8.baseAddress else { return nil }
  var scalar: Int32 = 0
  let length = utf8proc_iterate(start + offset, utf8.count - offset, &scalar)
  return length > 0 ? (scalar, length) : nil
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all of it is valid UTF-8: no overlong forms, no surrogates, no incomplete sequence.
  package var isValidUTF8: Bool {
    var offset = 0
    while offset < count {
      guard let (_, length) = firstScalar(of: self, from: offset) else { return false }
      offset += length
    }
    return true
  }
}
