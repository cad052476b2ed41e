/// The sequences by which a terminal tells its keys, as its description (terminfo) has them.
public nonisolated struct KeySequences: Sendable {
  private let known: [[UInt8]: Key]

  /// Takes sequences and the keys they stand for. Only those that begin with ESC count, as a single byte is the
  /// character it is; and none that is no more than the beginning of every sequence.
  public init(_ pairs: [(bytes: [UInt8], key: Key)]) {
    var known: [[UInt8]: Key] = [:]
    for (bytes, key) in pairs where bytes.first == 0x1B && bytes.count > 1 {
      if bytes.count == 2 && "[O]P".utf8.contains(bytes[1]) { continue }
      known[bytes] = known[bytes] ?? key
    }
    self.known = known
  }

  /// The key of a whole sequence.
  func key(_ sequence: [UInt8]) -> Key? { known[sequence] }
}
