/// The scalars of UTF-8 in memory, with their byte offsets. Each ill-formed sequence reads as U+FFFD.
public struct ScalarReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The offset at which the scalar last read ends.
  public private(set) var end: Int

  /// Starts before the scalar at `start`.
  public init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    self.bytes = bytes
    end = start
  }

  /// The next scalar, or nil at the end.
  public mutating func next() -> Unicode.Scalar? {
    guard end < bytes.count else { return nil }
    var decoder = UTF8Decoder()
    while end < bytes.count {
      let step = decoder.feed(bytes[end])
      if step != .again { end += 1 }
      switch step {
      case .more: continue
      case .scalar(let scalar): return scalar
      case .dropped, .again: return "\u{FFFD}"
      }
    }
    return "\u{FFFD}"
  }
}
