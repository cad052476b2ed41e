/// Finds where the user-perceived characters of a text end, without making a `String` of it: it may be a password.
///
/// The rules are the standard library's own (UAX #29); `Unicode._CharacterRecognizer` is how it offers them for
/// scalars, and is used nowhere else.
nonisolated struct GraphemeClusters {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The bytes of the next cluster, or nil at the end.
  mutating func nextCluster() -> UnsafeBufferPointer<UInt8>? {
    guard next < bytes.count else { return nil }
    let start = next
    if isASCII(start) && (start + 1 == bytes.count || isASCII(start + 1)) {
      next = start + 1
      return slice(start)
    }
    var recognizer = Unicode._CharacterRecognizer()
    var scalars = ScalarReader(bytes, from: start)
    while let scalar = scalars.next() {
      if recognizer.hasBreak(before: scalar) && scalars.start > start { break }
      next = scalars.end
    }
    return slice(start)
  }

  /// Printable ASCII: between two of them there is always a break.
  private func isASCII(_ index: Int) -> Bool { bytes[index] >= 0x20 && bytes[index] < 0x7F }

  private func slice(_ start: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[start..<next])
  }
}

/// The scalars of UTF-8 in memory, with the places of their bytes. What is not well-formed reads as U+FFFD.
nonisolated struct ScalarReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the scalar last read begins and ends.
  private(set) var start: Int
  private(set) var end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    self.bytes = bytes
    self.start = start
    end = start
  }

  mutating func next() -> Unicode.Scalar? {
    guard end < bytes.count else { return nil }
    start = end
    var decoder = UTF8Decoder()
    while end < bytes.count {
      let step = decoder.feed(bytes[end])
      if step != .again { end += 1 }
      switch step {
      case .more: continue
      case .scalar(let scalar): return scalar
      case .dropped, .again: return Sanitiser.replacement
      }
    }
    return Sanitiser.replacement
  }
}
