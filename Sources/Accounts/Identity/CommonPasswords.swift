/// The passwords that everybody attempts first.
///
/// The list is searched in place. Nothing is parsed or indexed, so it costs nothing until it is used. A password is
/// compared byte by byte and never leaves its guarded memory.
public struct CommonPasswords: Sendable {
  private let lines: [UInt8]

  /// - Parameter lines: One password on each line, each line ended by a line feed. ASCII in lower case, sorted by
  ///   bytes.
  public init(sortedLines lines: [UInt8]) {
    self.lines = lines
  }

  /// Whether `password`, UTF-8, is in the list. The case of its ASCII letters does not matter.
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
