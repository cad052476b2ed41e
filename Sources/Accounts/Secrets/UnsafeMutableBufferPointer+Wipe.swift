import CSodium

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Overwrites the memory with zeros.
  ///
  /// A call of a C library, which an optimiser can't leave out. It must not be a `memset`: where that is the last act of a
  /// function that can throw, Swift 6.3.1 makes it a tail call that loses the register of the error.
  public func wipe() {
    sodium_memzero(baseAddress, count * MemoryLayout<Element>.stride)
  }
}
