internal import Glibc

/// Reads from the terminal. Passwords pass through here, so nothing read stays in memory.
@MainActor final class TerminalInput {
  /// The outcome of a read.
  enum Outcome {
    case bytes, nothing
    /// The input has ended for good; or Ctrl-D was pressed, if the terminal edits lines.
    case end
    case gone
  }

  private let descriptor: Int32
  /// As many bytes as a terminal's line holds.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  isolated deinit {
    buffer.wipe()
    buffer.deallocate()
  }

  /// Reads the available bytes, hands them to `body`, and overwrites them.
  func read(_ body: (UnsafeMutableRawBufferPointer) -> Void) -> Outcome {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      body(bytes)
      bytes.wipe()
      return .bytes
    }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .gone
  }
}

nonisolated extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeroes, in a way that no optimiser removes.
  func wipe() {
    guard let baseAddress else { return }
    explicit_bzero(baseAddress, count)
  }
}
