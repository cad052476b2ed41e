internal import Glibc

extension GuardedText {
  /// Replaces what the text holds by one line from `descriptor`: up to a line feed, or the end of input where there is
  /// none. Neither the line feed nor a carriage return before it is kept; an empty line leaves the text empty.
  ///
  /// Reads byte by byte and not one byte further, so that whoever is started afterwards finds the rest. Blocks until the
  /// line is there, signals or not. When it fails the text is empty.
  public func readLine(from descriptor: Int32) throws(LineError) {
    wipe()
    // One byte more for a carriage return, and one to notice that the line goes on.
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

/// Why no line could be read.
public enum LineError: Error, Equatable {
  /// The input was at its end already.
  case endOfInput

  /// The line has more than `limit` bytes. The rest of it has not been read.
  case tooLong(limit: Int)

  /// The line is not valid UTF-8.
  case notUTF8

  /// The system could not read; the number is an `errno`.
  case inputOutput(errorNumber: Int32)
}
