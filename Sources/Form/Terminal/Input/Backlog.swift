internal import Glibc

/// Bytes on their way from one descriptor to another. Neither blocks.
nonisolated struct Backlog {
  /// The result of reading or writing.
  enum Step: Equatable {
    /// Bytes went through.
    case moved(Int)
    /// Nothing can be read or written for now.
    case waiting
    /// The other side is closed.
    case gone
  }

  private var bytes = [UInt8](repeating: 0, count: 65_536)
  private var waiting = 0..<0

  /// Whether every byte that was read is written.
  var isEmpty: Bool { waiting.isEmpty }

  /// Reads bytes, if none wait.
  mutating func fill(from descriptor: Int32) -> Step {
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 { waiting = 0..<count }
    // The end of a terminal's input is a byte like others here, so no bytes mean that it is gone.
    return count == 0 ? .gone : Self.step(count)
  }

  /// Writes as many of the bytes as the descriptor takes.
  mutating func drain(to descriptor: Int32) -> Step {
    let count = bytes.withUnsafeBytes {
      write(descriptor, $0.baseAddress.map { $0 + waiting.lowerBound }, waiting.count)
    }
    if count > 0 { waiting = waiting.lowerBound + count..<waiting.upperBound }
    return Self.step(count)
  }

  /// Drops the bytes.
  mutating func drop() { waiting = 0..<0 }

  private static func step(_ count: Int) -> Step {
    count >= 0 ? .moved(count) : errno == EAGAIN || errno == EINTR ? .waiting : .gone
  }
}
