import Glibc

/// Ways to crash.
nonisolated enum Crashes {
  static func segfault() {
    UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
  }

  static func trap() {
    let none: [Int] = []
    print(none[Int(getpid())])
  }

  static func overflowStack(_ depth: Int) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { bytes in
      bytes[0] = UInt8(truncatingIfNeeded: depth)
      overflowStack(depth + 1)
      bytes[1] = bytes[0]
    }
  }
}
