internal import Glibc

extension GuardedText {
  /// Replaces the text by one line from `descriptor`, up to a line feed or the end of input. The line feed and a
  /// carriage return before it are dropped. An empty line leaves the text empty.
  ///
  /// Reads byte by byte and never past the line, so that a program started afterwards finds the rest. Blocks until the
  /// line is there, whatever signals arrive. The text is empty after an error.
  public func readLine(from descriptor: Int32) throws(LineError) {
    wipe()
    // Two bytes more: one for a carriage return, and one to notice that the line goes on.
    guard let memory = GuardedMemory(byteCount: capacity + 2) else { throw .inputOutput(errorNumber: ENOMEM) }
    let line = UnsafeMutableBufferPointer(
      start: memory.start.bindMemory(to: UInt8.self, capacity: memory.byteCount), count: memory.byteCount)
    var length = 0
    while true {
      guard length < line.count else { throw .tooLong(limit: capacity) }
      let result = read(descriptor, memory.start + length, 1)
      if result < 0 && errno == EINTR { continue }
      guard result >= 0 else { throw .inputOutput(errorNumber: errno) }
      if result == 0 && length == 0 { throw .endOfInput }
      if result == 0 || line[length] == UInt8(ascii: "\n") { break }
      length += 1
    }
    if length > 0 && line[length - 1] == UInt8(ascii: "\r") { length -= 1 }

    guard length <= capacity else { throw .tooLong(limit: capacity) }
    guard replace(0..<0, with: UnsafeBufferPointer(rebasing: line[..<length])) != nil else { throw .notUTF8 }
  }
}

/// The reason why no line could be read.
public enum LineError: Error, Equatable {
  /// The input ended before the line began.
  case endOfInput

  /// The line has more than `limit` bytes. The rest of the line was not read.
  case tooLong(limit: Int)

  /// The line is not valid UTF-8.
  case notUTF8

  /// The system could not read. The number is an `errno`.
  case inputOutput(errorNumber: Int32)
}
