public import Identity

/// Makes QR codes. The numbers in brackets are clauses of ISO/IEC 18004:2015.
///
/// The text becomes bytes (7.4). They are cut into blocks, and each block gets bytes that correct errors (7.5). All bytes
/// go into the picture in one long zigzag (7.7). A mask inverts a regular part of the modules, so that nothing looks
/// like the squares in the corners (7.8).
public enum QRCode {
  /// The most bytes of UTF-8 in a text.
  public static let byteLimit = 858

  /// Returns the smallest picture of a text, from 21 to 97 modules wide, with as much correction as fits into that size:
  /// level L or M. Four light modules must surround it.
  /// - Returns: Nil if the text has more than `byteLimit` bytes.
  public static func picture(of text: String) -> BitMatrix? {
    let bytes = Array(text.utf8)
    guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
    let codewords = version.interleaved(version.dataCodewords(of: bytes))
    let drawing = QRDrawing(version: version)
    return (0..<8).map { drawing.filled(with: codewords, mask: $0) }.min { $0.penalty < $1.penalty }
  }
}

/// A Reed-Solomon code (annex A). Bytes are the coefficients of polynomials over a field of 256 elements.
struct ReedSolomon {
  // The coefficients of (x − 2⁰)(x − 2¹)…, all but the first, which is 1.
  private let divisor: [UInt8]

  /// A code with `count` bytes of correction, which correct errors in half as many bytes.
  init(count: Int) {
    var product: [UInt8] = [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      product = zip(product + [0], [0] + product).map { [root] in $0 ^ Self.multiply($1, root) }
      root = Self.multiply(root, 2)
    }
    divisor = Array(product.dropFirst())
  }

  /// The bytes of correction for a block: the remainder of a long division.
  func correction(of block: [UInt8]) -> [UInt8] {
    block.reduce([UInt8](repeating: 0, count: divisor.count)) { remainder, byte in
      let factor = byte ^ remainder[0]
      return zip(remainder.dropFirst() + [0], divisor).map { $0 ^ Self.multiply($1, factor) }
    }
  }

  /// The product in the field, modulo x⁸ + x⁴ + x³ + x² + 1.
  private static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
    (0..<8).reversed().reduce(0) { product, bit in
      (product << 1) ^ (product >> 7 * 0x1D) ^ (right >> UInt8(bit) & 1) * left
    }
  }
}
