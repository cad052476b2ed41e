internal import Glibc

/// What is read from the terminal. Passwords pass through, so nothing read stays in memory.
@MainActor final class TerminalInput {
  /// How a reading went.
  enum Outcome {
    case bytes, nothing
    /// Nothing, and for good; or Ctrl-D, where the terminal edits lines.
    case end
    case gone
  }

  private let descriptor: Int32
  /// As much as a terminal's line holds.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  isolated deinit {
    buffer.wipe()
    buffer.deallocate()
  }

  /// Reads what is there, hands it over, and overwrites it.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) -> Outcome {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      body(UnsafeRawBufferPointer(bytes))
      bytes.wipe()
      return .bytes
    }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .gone
  }
}
