/// The passwords that everybody attempts first.
///
/// Looked up where they lie: nothing is parsed or indexed, so having the list costs nothing until it is asked, and a
/// password is compared byte by byte without ever leaving its guarded memory.
public struct CommonPasswords: Sendable {
  private let lines: [UInt8]

  /// - Parameter lines: One password a line, each ended by a line feed; ASCII in lower case, sorted by bytes.
  public init(sortedLines lines: [UInt8]) {
    self.lines = lines
  }

  /// Whether `password`, UTF-8, is one of them, its ASCII letters in whatever case.
  public func contains(_ password: UnsafeBufferPointer<UInt8>) -> Bool {
    let wanted = password.lazy.map(\.lowercasedASCII)
    var rest = lines[...]
    while !rest.isEmpty {
      let middle = rest.startIndex + rest.count / 2
      let start = rest[..<middle].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? rest.startIndex
      let line = rest[start...].prefix { $0 != Self.lineFeed }
      if line.elementsEqual(wanted) { return true }
      rest = line.lexicographicallyPrecedes(wanted) ? rest[line.endIndex...].dropFirst() : rest[..<start]
    }
    return false
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
