internal import Glibc

nonisolated extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeroes, in a way that no optimiser removes.
  func wipe() {
    guard let baseAddress else { return }
    explicit_bzero(baseAddress, count)
  }
}
