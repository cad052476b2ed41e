internal import Unix

nonisolated extension UnsafeMutableRawBufferPointer {
  /// Deletes in place the characters that Backspace deletes in each line: by both its bytes, 0x7F and 0x08, because a
  /// terminal may send the one that its settings (`stty erase`) don't name. Like the kernel, it deletes code points.
  /// - Returns: The number of remaining bytes.
  func applyBackspaces(_ charset: Charset) -> Int {
    var isUTF8 = false
    if case .utf8 = charset { isUTF8 = true }
    var count = 0
    for byte in self {
      guard byte == 0x7F || byte == 0x08 else {
        self[count] = byte
        count += 1
        continue
      }
      while count > 0 && self[count - 1] != UInt8(ascii: "\n") {
        count -= 1
        let isContinuation = isUTF8 && self[count] & 0xC0 == 0x80
        if !isContinuation { break }
      }
    }
    return count
  }
}
