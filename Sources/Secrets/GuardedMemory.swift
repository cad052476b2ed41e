internal import CSodium
internal import Glibc

/// One block of memory for a secret: between two pages that trap, kept out of swap and core files, zeroed at first and
/// when it is given back.
///
/// Allocating takes several system calls and at least four pages (one of them locked), about 35 µs: never per key.
public struct GuardedMemory: ~Copyable {
  /// The first byte. Aligned to any power of two that divides `byteCount`.
  public let start: UnsafeMutableRawPointer
  /// How many bytes there are.
  public let byteCount: Int

  /// `nil` when memory is exhausted. Memory that cannot be locked is used all the same, and noted in `SecretMemory`.
  public init?(byteCount: Int) {
    SecretMemory.startLibrary()
    guard let start = sodium_malloc(byteCount) else { return nil }
    // sodium_malloc locks too but keeps the result to itself. Locking twice is allowed and counted once.
    if sodium_mlock(start, byteCount) != 0 {
      SecretMemory.note(LockFailure(errorNumber: errno))
    }
    sodium_memzero(start, byteCount)
    self.start = start
    self.byteCount = byteCount
  }

  /// Writing to the block traps from now on; `false` when the system has no memory left to note that.
  @discardableResult
  func makeReadOnly() -> Bool {
    sodium_mprotect_readonly(start) == 0
  }

  /// Undoes `makeReadOnly`. Ends the program when it cannot, for a secret that must be wiped would stay.
  func makeWritable() {
    guard sodium_mprotect_readwrite(start) == 0 else {
      fatalError("Guarded memory cannot be made writable, so a password in it cannot be wiped.")
    }
  }

  /// Zeroes the whole block, in a way that no optimiser removes. The block must be writable.
  func wipe() {
    sodium_memzero(start, byteCount)
  }

  /// Zeroes the first bytes in the same way, for a block of which no more was used.
  public func wipe(first count: Int) {
    sodium_memzero(start, min(count, byteCount))
  }

  deinit {
    sodium_free(start)
  }
}
