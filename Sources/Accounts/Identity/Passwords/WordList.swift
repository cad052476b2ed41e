/// Words or passwords that attackers guess first.
///
/// The list is searched in place. Nothing is parsed or indexed, so it costs nothing until it is used. A password is
/// compared byte by byte and never leaves its guarded memory.
public struct WordList: Sendable {
  private let lines: [UInt8]

  /// - Parameter lines: One word on each line, each line ended by a line feed. ASCII in lower case, sorted by bytes.
  public init(sortedLines lines: [UInt8]) {
    self.lines = lines
  }

  /// Whether `word`, UTF-8, is in the list. The case of its ASCII letters does not matter.
  public func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    var isFound = false
    forEachPrefix(count: word.count, of: { word[$0].lowercasedASCII }) { isFound = isFound || $0 == word.count }
    return isFound
  }

  /// Calls `body` with the length of each word with which a text begins.
  /// - Parameters:
  ///   - count: The number of bytes in the text.
  ///   - byte: Returns a byte of the text, in lower case.
  func forEachPrefix(count: Int, of byte: (Int) -> UInt8, _ body: (Int) -> Void) {
    // The lines that begin with as much of the text as was read.
    var range = lines.startIndex..<lines.endIndex
    var length = 0
    while length < count {
      let next = byte(length)
      let start = firstLine(in: range) { lines[$0 + length] >= next }
      range = start..<firstLine(in: start..<range.upperBound) { lines[$0 + length] > next }
      guard !range.isEmpty else { return }
      length += 1
      // A line feed is less than any other byte, so the shortest line is the first one.
      if lines[range.lowerBound + length] == Self.lineFeed { body(length) }
    }
  }

  /// Returns the start of the first line for which `isFound` is true, in a range of whole lines that are sorted by it.
  private func firstLine(in range: Range<Int>, _ isFound: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      let start = lines[low..<middle].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? low
      if isFound(start) {
        high = start
      } else {
        low = lines[middle..<high].firstIndex(of: Self.lineFeed).map { $0 + 1 } ?? high
      }
    }
    return low
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
