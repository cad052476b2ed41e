/// The sequences that a terminal sends for its keys, according to its description (terminfo).
public nonisolated struct KeySequences: Sendable {
  private let keys: [[UInt8]: Key]

  /// Takes sequences and their keys. A sequence counts only if it begins with ESC, because a single byte is a
  /// character. It must be more than the beginning of other sequences. Of two equal sequences the first counts.
  public init(_ pairs: [(bytes: [UInt8], key: Key)]) {
    let known = pairs.filter { bytes, _ in
      bytes.first == 0x1B && bytes.count > 1 && !(bytes.count == 2 && "[O]P".utf8.contains(bytes[1]))
    }
    keys = Dictionary(known.map { ($0.bytes, $0.key) }) { first, _ in first }
  }

  /// Returns the key of a complete sequence.
  func key(_ sequence: [UInt8]) -> Key? { keys[sequence] }
}
