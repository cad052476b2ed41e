internal import CSodium
internal import Glibc

/// One block of memory for a secret, between two pages that trap. It is kept out of swap and core files, zeroed at
/// first, and zeroed again when it is released.
///
/// Never allocate per key: it takes several system calls and at least four pages (one of them locked), about 35 µs.
public struct GuardedMemory: ~Copyable {
  /// The first byte. Aligned to any power of two that divides `byteCount`.
  public let start: UnsafeMutableRawPointer
  /// The number of bytes.
  public let byteCount: Int

  /// Returns `nil` when memory is exhausted. Memory that cannot be locked is used all the same, and `SecretMemory`
  /// notes it.
  public init?(byteCount: Int) {
    SecretMemory.startLibrary()
    guard let start = sodium_malloc(byteCount) else { return nil }
    // sodium_malloc locks too, but does not report the result. Locking twice is allowed and counted once.
    if sodium_mlock(start, byteCount) != 0 {
      SecretMemory.note(LockFailure(errorNumber: errno))
    }
    sodium_memzero(start, byteCount)
    self.start = start
    self.byteCount = byteCount
  }

  /// Makes every later write to the block trap. Returns `false` if the system has no memory left to record that.
  @discardableResult
  func makeReadOnly() -> Bool {
    sodium_mprotect_readonly(start) == 0
  }

  /// Undoes `makeReadOnly`. Stops the program if it cannot, because a secret that must be wiped would stay.
  func makeWritable() {
    guard sodium_mprotect_readwrite(start) == 0 else {
      fatalError("Guarded memory cannot be made writable, so a password in it cannot be wiped.")
    }
  }

  /// Zeroes the whole block in a way that no optimiser removes. The block must be writable.
  func wipe() {
    sodium_memzero(start, byteCount)
  }

  /// Zeroes the first `count` bytes in the same way, for a block that was used no further.
  public func wipe(first count: Int) {
    sodium_memzero(start, min(count, byteCount))
  }

  deinit {
    sodium_free(start)
  }
}
