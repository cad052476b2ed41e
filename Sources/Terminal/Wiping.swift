internal import Glibc

nonisolated extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeroes, in a way that no optimiser takes away.
  func wipe() {
    guard let baseAddress else { return }
    explicit_bzero(baseAddress, count)
  }
}
