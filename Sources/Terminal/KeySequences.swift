/// The sequences by which a terminal tells its keys, as its description (terminfo) has them.
public nonisolated struct KeySequences: Sendable {
  // Few, and asked for only when a sequence has come: see `Rendition` on dictionaries.
  private let known: [(bytes: [UInt8], key: Key)]

  /// Takes sequences and the keys they stand for. Only those that begin with ESC count, as a single byte is the
  /// character it is; and none that is no more than the beginning of every sequence.
  public init(_ pairs: [(bytes: [UInt8], key: Key)]) {
    known = pairs.filter { bytes, _ in
      bytes.first == 0x1B && bytes.count > 1 && !(bytes.count == 2 && "[O]P".utf8.contains(bytes[1]))
    }
  }

  /// The key of a whole sequence.
  func key(_ sequence: [UInt8]) -> Key? { known.first { $0.bytes == sequence }?.key }
}
