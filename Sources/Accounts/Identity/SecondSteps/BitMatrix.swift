/// A square picture of dark and light modules, such as a QR code.
public struct BitMatrix: Sendable, Hashable {
  /// The modules in a row, and the rows: from 1 to `sizeLimit`.
  public let size: Int

  /// The greatest size, that of the largest QR code.
  public static let sizeLimit = 177

  /// Row by row.
  private var modules: [Bool]

  /// A picture with only light modules, of a size from 1 to `sizeLimit`.
  public init(size: Int) {
    precondition((1...Self.sizeLimit).contains(size), "The size of a picture is from 1 to \(Self.sizeLimit).")
    self.size = size
    modules = Array(repeating: false, count: size * size)
  }

  /// Whether a module is dark. Rows and columns begin with 0, at the top left.
  public subscript(row: Int, column: Int) -> Bool {
    get { modules[index(row, column)] }
    set { modules[index(row, column)] = newValue }
  }

  private func index(_ row: Int, _ column: Int) -> Int {
    precondition((0..<size).contains(row) && (0..<size).contains(column), "There is no such module.")
    return row * size + column
  }
}
