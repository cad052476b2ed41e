extension GuardedText {
  /// Replaces the text by `byteCount` bytes, at least 1, that `write` puts into guarded memory.
  /// - Returns: False, and the text is empty, if `write` returns false, memory is exhausted, the bytes are not valid
  ///   UTF-8 or do not fit.
  public func fill(_ byteCount: Int, by write: (UnsafeMutableRawBufferPointer) -> Bool) -> Bool {
    wipe()
    guard byteCount <= capacity, let memory = GuardedMemory(byteCount: byteCount),
      write(UnsafeMutableRawBufferPointer(start: memory.start, count: byteCount))
    else { return false }
    let start = memory.start.bindMemory(to: UInt8.self, capacity: byteCount)
    return replace(0..<0, with: UnsafeBufferPointer(start: start, count: byteCount)) != nil
  }
}
