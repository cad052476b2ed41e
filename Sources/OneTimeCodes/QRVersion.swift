/// A size of QR code with a level of correction, and the bytes in it.
struct QRVersion {
  /// The level of correction, with its number in the picture (table 12).
  enum Level: Int {
    case medium = 0
    case low = 1
  }

  /// From 1 to 20. The standard has 40, but no terminal shows them.
  let number: Int
  let level: Level

  /// The modules in a row.
  var size: Int { 17 + 4 * number }

  /// The smallest version for a text of `count` bytes, at level M if it is no larger than at L. Nil if there is none.
  static func smallest(for count: Int) -> QRVersion? {
    (1...corrections.count)
      .flatMap { [QRVersion(number: $0, level: .medium), QRVersion(number: $0, level: .low)] }
      .first { $0.dataCount - $0.lengthCount - 1 >= count }
  }

  // MARK: The text as bytes (7.4)

  /// The bytes of the field for the text's length.
  private var lengthCount: Int { number < 10 ? 1 : 2 }

  /// The text in byte mode: four bits `0100`, its length, its bytes, and four bits `0000` for its end. The two padding
  /// bytes fill the rest in turn.
  func dataCodewords(of text: [UInt8]) -> [UInt8] {
    let content = [UInt8(text.count >> 8), UInt8(text.count & 0xFF)].suffix(lengthCount) + text
    // The first four bits shift everything by half a byte.
    let shifted = zip([0b0100] + content, content + [0]).map { $0 << 4 | $1 >> 4 }
    return shifted + (shifted.count..<dataCount).map { ($0 - shifted.count) % 2 == 0 ? 0xEC : 0x11 }
  }

  /// The bytes of data in all blocks.
  private var dataCount: Int { moduleCount / 8 - correction.blocks * correction.bytes }

  // MARK: Blocks and correction (7.5 and 7.6)

  /// The first byte of each block, the second of each, and so on; then the correction in the same order. So a stain
  /// damages a little of each block.
  func interleaved(_ data: [UInt8]) -> [UInt8] {
    let code = ReedSolomon(count: correction.bytes)
    // The last blocks have one byte more, if the data cannot be cut evenly.
    let (length, longer) = data.count.quotientAndRemainder(dividingBy: correction.blocks)
    var rest = data[...]
    let blocks = (0..<correction.blocks).map { block in
      let isLonger = block >= correction.blocks - longer
      defer { rest = rest.dropFirst(length + (isLonger ? 1 : 0)) }
      return Array(rest.prefix(length + (isLonger ? 1 : 0)))
    }
    return columns(of: blocks) + columns(of: blocks.map(code.correction))
  }

  private func columns(of blocks: [[UInt8]]) -> [UInt8] {
    let length = blocks.map(\.count).max() ?? 0
    return (0..<length).flatMap { column in blocks.compactMap { $0.dropFirst(column).first } }
  }

  private var correction: (bytes: Int, blocks: Int) {
    let both = Self.corrections[number - 1]
    return level == .low ? both.low : both.medium
  }

  /// The bytes of correction in each block, and the blocks, of each version (table 9).
  private static let corrections: [(low: (bytes: Int, blocks: Int), medium: (bytes: Int, blocks: Int))] = [
    ((7, 1), (10, 1)), ((10, 1), (16, 1)), ((15, 1), (26, 1)), ((20, 1), (18, 2)), ((26, 1), (24, 2)),
    ((18, 2), (16, 4)), ((20, 2), (18, 4)), ((24, 2), (22, 4)), ((30, 2), (22, 5)), ((18, 4), (26, 5)),
    ((20, 4), (30, 5)), ((24, 4), (22, 8)), ((26, 4), (22, 9)), ((30, 4), (24, 9)), ((22, 6), (24, 10)),
    ((24, 6), (28, 10)), ((28, 6), (28, 11)), ((30, 6), (26, 13)), ((28, 7), (26, 14)), ((28, 8), (26, 16)),
  ]

  // MARK: The room in the picture

  /// The modules for data and correction: those that belong to no pattern (table 1).
  private var moduleCount: Int {
    let crossings = centres.count
    // Each is 5 modules wide. There is none in three corners, and those beside a corner cover 5 modules of a line.
    let alignments = crossings == 0 ? 0 : 25 * (crossings * crossings - 3) - 5 * 2 * (crossings - 2)
    // Three corners, the two lines between them, the format twice, and the version twice.
    return size * size - 3 * 64 - 2 * (size - 16) - 31 - alignments - (number < 7 ? 0 : 36)
  }

  /// The rows, and the columns, of the centres of the alignment patterns (annex E): equal and even steps, counted from
  /// the end, only the first step may be shorter.
  var centres: [Int] {
    guard number > 1 else { return [] }
    let gaps = number / 7 + 1
    let step = (size - 14 + 2 * gaps) / (2 * gaps) * 2
    return [6] + (0..<gaps).reversed().map { size - 7 - $0 * step }
  }
}
