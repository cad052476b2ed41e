internal import CSodium
internal import Text
internal import Synchronization

/// A password ready to be hashed, in read-only guarded memory.
///
/// The OpaqueString profile of RFC 8265 has prepared it: UTF-8 in Normalization Form C, from 1 to 1,024 bytes. Only an answer
/// that may be empty has none, see ``GuardedText/sealedAnswer()``. It is wiped by `wipe()`, or when it is released.
public final class SealedPassword: @unchecked Sendable {
  // @unchecked, because the compiler cannot know that this is safe. The memory is written before `init` returns, and
  // after that only by `wipe`. `usage` delays the wipe while a reader is at work.

  /// The most bytes a prepared password may have.
  public static let byteLimit = 1024

  /// The user-perceived characters of the prepared password, for the check against the policy.
  public let characterCount: Int

  private struct Usage {
    var readers = 0
    var isWiped = false
  }

  /// Whether it is an empty answer, which is never a password.
  public var isEmpty: Bool { byteCount == 0 }

  private let memory: GuardedMemory
  private let byteCount: Int
  private let usage = Mutex(Usage())

  /// Seals the content of `text`, and leaves `text` as it is.
  fileprivate init(_ text: GuardedText) throws(PasswordError) {
    guard !text.isEmpty else { throw .empty }
    let scalarsNeeded = text.withUTF8 { OpaqueString.scalarsNeeded(for: $0) }
    guard let memory = GuardedMemory(byteCount: scalarsNeeded * MemoryLayout<Int32>.stride) else { throw .outOfMemory }
    let scratch = UnsafeMutableBufferPointer(
      start: memory.start.bindMemory(to: Int32.self, capacity: scalarsNeeded), count: scalarsNeeded)
    let byteCount = try text.withUTF8 { utf8 throws(PasswordError) in try OpaqueString.prepare(utf8, in: scratch) }
    guard byteCount <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
    guard memory.makeReadOnly() else { throw .outOfMemory }

    let utf8 = UnsafeBufferPointer(
      start: memory.start.bindMemory(to: UInt8.self, capacity: byteCount), count: byteCount)
    var characters = 0
    var offset = 0
    while offset < byteCount {
      offset = utf8.endOfCluster(from: offset)
      characters += 1
    }
    characterCount = characters
    self.byteCount = byteCount
    self.memory = memory
  }

  /// An empty answer.
  fileprivate init() throws(PasswordError) {
    guard let memory = GuardedMemory(byteCount: 1), memory.makeReadOnly() else { throw .outOfMemory }
    self.memory = memory
    (byteCount, characterCount) = (0, 0)
  }

  /// Zeroes the password at once, or as soon as a hash under way on another thread is done with it. From then on the
  /// password can neither be hashed nor verified. Never waits; a second call does nothing.
  public func wipe() {
    usage.withLock { usage in
      guard !usage.isWiped else { return }
      usage.isWiped = true
      if usage.readers == 0 { zero() }
    }
  }

  /// Lends the bytes. Returns `nil` without calling `body` if the password has been wiped.
  func withBytes<R>(_ body: (_ start: UnsafePointer<CChar>, _ count: Int) -> R) -> R? {
    let isReadable = usage.withLock { usage in
      if !usage.isWiped { usage.readers += 1 }
      return !usage.isWiped
    }
    guard isReadable else { return nil }
    defer {
      usage.withLock { usage in
        usage.readers -= 1
        if usage.isWiped && usage.readers == 0 { zero() }
      }
    }
    return memory.start.withMemoryRebound(to: CChar.self, capacity: byteCount) { start in
      body(start, byteCount)
    }
  }

  /// Lends the UTF-8 bytes, as ``GuardedText/withUTF8(_:)`` does: do not keep them or copy them into ordinary memory.
  /// Returns `nil` without calling `body` if the password has been wiped.
  public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    withBytes { start, count in
      start.withMemoryRebound(to: UInt8.self, capacity: count) { body(UnsafeBufferPointer(start: $0, count: count)) }
    }
  }

  private func zero() {
    memory.makeWritable()
    memory.wipe()
    memory.makeReadOnly()
  }
}

extension GuardedText {
  /// Returns the text as a password to be hashed. The text stays as it is: wipe it when you no longer need it.
  ///
  /// Allocates guarded memory, so call it on submitting, not on every key.
  public func sealed() throws(PasswordError) -> SealedPassword {
    try SealedPassword(self)
  }

  /// The same for an answer that may be empty: Enter alone answers some questions of other programs.
  public func sealedAnswer() throws(PasswordError) -> SealedPassword {
    isEmpty ? try SealedPassword() : try sealed()
  }
}

extension SealedPassword {
  /// Whether both are the same password. The time depends on their lengths only. A wiped password equals no other.
  public func isSame(as other: SealedPassword) -> Bool {
    withBytes { start, count in
      other.withBytes { otherStart, otherCount in
        count == otherCount && sodium_memcmp(start, otherStart, count) == 0
      } ?? false
    } ?? false
  }
}
