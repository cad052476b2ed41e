import Glibc

/// Searches all writable memory of this process for a secret, like an attacker with its core file.
nonisolated enum MemoryScan {
  /// The number of occurrences of any five consecutive characters, other than in `secret` itself: as bytes, as 32-bit
  /// scalars, and as scalars at the stride of a screen's cell, of ncurses or ours.
  static func count(_ secret: UnsafeBufferPointer<UInt8>) -> Int {
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    defer { close(memory) }
    var found = 0
    // A mapping of its own: scratch memory on the heap would exclude its neighbours from the scan.
    let size = 1 << 20
    let chunk = UnsafeMutableRawBufferPointer(
      start: mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), count: size)
    defer { munmap(chunk.baseAddress, size) }
    let own = UInt(bitPattern: secret.baseAddress)
    let scratch = UInt(bitPattern: chunk.baseAddress)
    for range in writableRanges() {
      // The kernel merges neighbouring mappings, so this one is cut out.
      let parts = [range.clamped(to: 0..<scratch), range.clamped(to: scratch + UInt(size)..<UInt.max)]
      for part in parts {
        var place = part.lowerBound
        while place < part.upperBound {
          let count = pread(memory, chunk.baseAddress, min(size, Int(part.upperBound - place)), off_t(place))
          guard count > 0 else { break }
          found += matches(secret, in: UnsafeRawBufferPointer(rebasing: chunk[..<count]), at: place, except: own)
          place += UInt(count)
        }
      }
    }
    return found
  }

  private static func matches(
    _ secret: UnsafeBufferPointer<UInt8>, in bytes: UnsafeRawBufferPointer, at place: UInt, except own: UInt
  ) -> Int {
    var found = 0
    for stride in [1, 4, 28] {
      let span = stride * 4
      guard bytes.count > span else { continue }
      for index in 0..<bytes.count - span where bytes[index] == secret[2] {
        let isMatch = (1...4).allSatisfy { bytes[index + $0 * stride] == secret[2 + $0] }
        if isMatch && !(own..<own + 10).contains(place + UInt(index)) { found += 1 }
      }
    }
    return found
  }

  private static func writableRanges() -> [Range<UInt>] {
    let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(file, &buffer, buffer.count), count > 0 {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return words[1].hasPrefix("rw") && ends.count == 2 ? ends[0]..<ends[1] : nil
    }
  }
}
