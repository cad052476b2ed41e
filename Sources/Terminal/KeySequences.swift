/// The sequences that a terminal sends for its keys, according to its description (terminfo).
public nonisolated struct KeySequences: Sendable {
  private let known: [(bytes: [UInt8], key: Key)]

  /// Takes sequences and their keys. A sequence counts only if it begins with ESC, because a single byte is a
  /// character. It must be more than the beginning of other sequences. Of two equal sequences the first counts.
  public init(_ pairs: [(bytes: [UInt8], key: Key)]) {
    known = pairs.filter { bytes, _ in
      bytes.first == 0x1B && bytes.count > 1 && !(bytes.count == 2 && "[O]P".utf8.contains(bytes[1]))
    }
  }

  /// Returns the key of a complete sequence. It looks through all: a dictionary would cost more at each start than it
  /// saves at a key.
  func key(_ sequence: [UInt8]) -> Key? { known.first { $0.bytes == sequence }?.key }
}
