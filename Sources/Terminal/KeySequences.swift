/// The sequences by which a terminal tells its keys, as its description (terminfo) has them.
public nonisolated struct KeySequences: Sendable {
  private let known: [[UInt8]: Key]

  /// Takes sequences and the keys they stand for. Only those that begin with ESC count, as a single byte is the
  /// character it is; and none that is no more than the beginning of every sequence. Of two the first counts.
  public init(_ pairs: [(bytes: [UInt8], key: Key)]) {
    let usable = pairs.filter { bytes, _ in
      bytes.first == 0x1B && bytes.count > 1 && !(bytes.count == 2 && "[O]P".utf8.contains(bytes[1]))
    }
    known = Dictionary(usable.map { ($0.bytes, $0.key) }) { first, _ in first }
  }

  /// The key of a whole sequence.
  func key(_ sequence: [UInt8]) -> Key? { known[sequence] }
}
