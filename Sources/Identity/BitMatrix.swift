/// A square picture of dark and light modules, such as a QR code.
public struct BitMatrix: Sendable, Hashable {
  /// The modules of a side.
  public let size: Int
  private var dark: [Bool]

  /// A light square.
  public init(size: Int) {
    self.size = size
    dark = [Bool](repeating: false, count: size * size)
  }

  /// Whether the module is dark.
  public subscript(row: Int, column: Int) -> Bool {
    get { dark[row * size + column] }
    set { dark[row * size + column] = newValue }
  }
}

extension BitMatrix {
  /// The most modules of a side: those of the largest QR code (ISO/IEC 18004, version 40).
  public static let largest = 177

  /// The modules row by row, eight in a byte, the first in its highest bit. The last byte is filled up with 0.
  public var bytes: [UInt8] {
    stride(from: 0, to: dark.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < dark.count && dark[start + $1] ? 1 : 0) }
    }
  }

  /// The picture of these bytes; nil unless they are as many as it needs.
  public init?(size: Int, bytes: some Collection<UInt8>) {
    guard (1...Self.largest).contains(size), bytes.count == (size * size + 7) / 8 else { return nil }
    self.init(size: size)
    for (place, byte) in bytes.enumerated() {
      for bit in 0..<8 where place * 8 + bit < dark.count { dark[place * 8 + bit] = byte >> (7 - bit) & 1 == 1 }
    }
  }
}
