import Identity
import Terminal

/// A QR code drawn with half blocks, dark on light whatever the theme: cameras need that.
struct QRPicture {
  /// The light modules around the code (ISO/IEC 18004, 9.1).
  private static let quietZone = 4
  /// Entries of the palette's cube, which no user changes.
  private static let dark = Colour.palette(16)
  private static let light = Colour.palette(231)

  private let modules: BitMatrix
  private let lowerHalf: String

  /// Nil where half blocks in two colours cannot be drawn.
  init?(_ modules: BitMatrix, _ look: Look) {
    guard look.hasColours, let lowerHalf = look.glyphs.lowerHalf else { return nil }
    self.modules = modules
    self.lowerHalf = lowerHalf
  }

  /// The cells of the picture, with its quiet zone.
  var size: Size {
    let side = modules.size + 2 * Self.quietZone
    return Size(columns: side, rows: (side + 1) / 2)
  }

  func draw(in frame: inout Frame, at origin: Position) {
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let (upper, lower) = (colour(2 * row, column), colour(2 * row + 1, column))
        // Two halves of one colour are a blank: a block of the colour behind it would be given another one for contrast.
        frame.put(
          upper == lower ? " " : lowerHalf, at: Position(row: origin.row + row, column: origin.column + column),
          style: Style(foreground: upper == lower ? .terminal : lower, background: upper))
      }
    }
  }

  private func colour(_ row: Int, _ column: Int) -> Colour {
    let (row, column) = (row - Self.quietZone, column - Self.quietZone)
    let isInside = (0..<modules.size).contains(row) && (0..<modules.size).contains(column)
    return isInside && modules[row, column] ? Self.dark : Self.light
  }
}
