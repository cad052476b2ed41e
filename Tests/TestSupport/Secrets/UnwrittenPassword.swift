import Glibc
public import Secrets

/// A password that exists only where it is typed: its characters are drawn one by one, and the pattern for the search
/// is kept with every bit flipped.
public struct UnwrittenPassword {
  private static let length = 30
  private static let windowLength = 5
  private let flipped: [UInt8]

  /// The same password for the same seed.
  public init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    flipped = (0..<Self.length).map { _ in ~UInt8.random(in: 0x21...0x7E, using: &random) }
  }

  /// Types the password, character by character.
  public func type(into text: GuardedText) {
    for byte in flipped { text.insert(Unicode.Scalar(~byte), at: text.count) }
  }

  /// The occurrences of any five consecutive characters in this process's writable memory, as bytes, UTF-16 or UTF-32.
  public func occurrences() throws -> Int {
    var isBeginning = [Bool](repeating: false, count: 65_536)  // whether a window starts with these two bytes
    for window in windows { isBeginning[Int(~flipped[window]) << 8 | Int(~flipped[window + 1])] = true }
    let emptyPage = [UInt8](repeating: 0, count: 4096)
    var found = 0
    for memory in try OwnProcess.writableMemory() {
      for page in stride(from: 0, to: memory.count, by: 4096) {
        if let start = memory.baseAddress, memcmp(start + page, emptyPage, 4096) == 0 { continue }
        for step in [1, 2, 4] {
          for start in page..<min(page + 4096, memory.count - Self.windowLength * step)
          where isBeginning[Int(memory[start]) << 8 | Int(memory[start + step])] {
            found += windows.count { window in
              (0..<Self.windowLength).allSatisfy { ~memory[start + $0 * step] == flipped[window + $0] }
            }
          }
        }
      }
    }
    return found
  }

  private var windows: ClosedRange<Int> { 0...Self.length - Self.windowLength }
}
