/// A square picture of dark and light modules, such as a QR code.
public struct BitMatrix: Sendable, Hashable {
  /// The modules in a row, and the rows: from 1 to `sizeLimit`.
  public let size: Int

  /// The greatest size, that of the largest QR code.
  public static let sizeLimit = 177

  // Eight modules a byte, row by row without gaps, the first in the highest bit. Bits behind the last module are zero.
  private var modules: [UInt8]

  /// A picture with only light modules, of a size from 1 to `sizeLimit`.
  public init(size: Int) {
    precondition((1...Self.sizeLimit).contains(size), "The size of a picture is from 1 to \(Self.sizeLimit).")
    self.size = size
    modules = [UInt8](repeating: 0, count: Self.byteCount(size))
  }

  /// The picture that `bytes` were made from. Nil for all other bytes, whatever they are.
  public init?(bytes: [UInt8]) {
    guard let first = bytes.first, (1...Self.sizeLimit).contains(Int(first)) else { return nil }
    let size = Int(first)
    let modules = Array(bytes.dropFirst())
    guard modules.count == Self.byteCount(size), let last = modules.last,
      last & (1 << UInt8(modules.count * 8 - size * size) - 1) == 0
    else { return nil }
    self.size = size
    self.modules = modules
  }

  /// The picture for a message: one byte with the size, then the modules, eight a byte.
  public var bytes: [UInt8] { [UInt8(size)] + modules }

  /// Whether a module is dark. Rows and columns begin with 0, at the top left.
  public subscript(row: Int, column: Int) -> Bool {
    get { modules[index(row, column) / 8] & mask(row, column) != 0 }
    set {
      if newValue {
        modules[index(row, column) / 8] |= mask(row, column)
      } else {
        modules[index(row, column) / 8] &= ~mask(row, column)
      }
    }
  }

  private func index(_ row: Int, _ column: Int) -> Int {
    precondition((0..<size).contains(row) && (0..<size).contains(column), "There is no such module.")
    return row * size + column
  }

  private func mask(_ row: Int, _ column: Int) -> UInt8 { 0x80 >> UInt8(index(row, column) % 8) }

  private static func byteCount(_ size: Int) -> Int { (size * size + 7) / 8 }
}
