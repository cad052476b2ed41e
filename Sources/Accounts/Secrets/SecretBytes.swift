internal import CSodium

/// The bytes of a key or of a shared secret, in read-only guarded memory. They are wiped when they are released.
public final class SecretBytes: @unchecked Sendable {
  // @unchecked, because the compiler cannot know that this is safe: the memory is written only before `init` returns.

  /// The number of bytes, at least 1.
  public let count: Int

  private let memory: GuardedMemory

  /// `count` bytes, at least 1, that `fill` writes.
  /// - Returns: Nil if `fill` returns false, or if memory is exhausted.
  public init?(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Bool) {
    guard count > 0, let memory = GuardedMemory(byteCount: count),
      fill(UnsafeMutableRawBufferPointer(start: memory.start, count: count)), memory.makeReadOnly()
    else { return nil }
    self.count = count
    self.memory = memory
  }

  /// `count` bytes, at least 1, from the system's source of randomness. Nil if memory is exhausted.
  public convenience init?(randomCount count: Int) {
    self.init(count: count) { place in
      guard let start = place.baseAddress else { return false }
      randombytes_buf(start, place.count)
      return true
    }
  }

  /// A copy of `bytes`, which stay as they are. Nil if there are none, or if memory is exhausted.
  public convenience init?(copying bytes: [UInt8]) {
    self.init(count: bytes.count) { place in
      place.copyBytes(from: bytes)
      return true
    }
  }

  /// Lends the bytes: do not keep them or copy them into ordinary memory. Afterwards overwrites the stack that a C
  /// library may have used, because its local variables can reveal the secret.
  public func withBytes<R>(_ body: (_ start: UnsafePointer<UInt8>, _ count: Int) -> R) -> R {
    defer { sodium_stackzero(Self.stackByteCount) }
    return memory.start.withMemoryRebound(to: UInt8.self, capacity: count) { body($0, count) }
  }

  // More than an HMAC or a cipher uses.
  private static let stackByteCount = 4096
}
