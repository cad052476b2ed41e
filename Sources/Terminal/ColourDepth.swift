/// The number of colours of a terminal. It finds a replacement for colours that the terminal lacks.
public nonisolated enum ColourDepth: Int, Comparable, Sendable {
  /// No colours, only attributes.
  case monochrome = 0
  /// The eight plain colours.
  case eight = 8
  /// The eight plain colours and their bright versions.
  case sixteen = 16
  /// The whole palette of 256.
  case full = 256

  /// Creates the depth of a terminal that reports `count` colours.
  init(count: Int) {
    switch count {
    case 256...: self = .full
    case 16...: self = .sixteen
    case 8...: self = .eight
    default: self = .monochrome
    }
  }

  /// Compares by number of colours.
  public static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }

  /// Returns a style with its dim foreground replaced: by the colour alone if there is the whole palette, otherwise by
  /// dim text. Among few colours, the nearest to a gray may be the background's. Not every terminal knows dim text.
  func shown(_ style: Style) -> Style {
    guard case .palette = style.foreground, style.attributes.contains(.dim) else { return style }
    var shown = style
    if self == .full { shown.attributes.remove(.dim) } else { shown.foreground = .terminal }
    return shown
  }

  /// Returns the palette entry to show for a colour; nil for the terminal's own colour.
  func entry(for colour: Colour) -> UInt8? {
    guard case .palette(let index) = colour, self != .monochrome else { return nil }
    switch self {
    case .full: return index
    case .sixteen: return index < 16 ? index : Self.nearest(index)
    default: return (index < 16 ? index : Self.nearest(index)) & 7
    }
  }

  /// Whether a foreground loses its brightness here. Bold can make up for it.
  func dims(_ colour: Colour) -> Bool {
    guard self == .eight, case .palette(let index) = colour else { return false }
    return (index < 16 ? index : Self.nearest(index)) >= 8
  }

  /// Returns the nearest of the first sixteen colours to an entry of the cube or the grays, by xterm's values.
  private static func nearest(_ index: UInt8) -> UInt8 {
    let wanted = rgb(index)
    func distance(_ entry: UInt8) -> Int {
      let other = rgb(entry)
      let (red, green, blue) = (wanted.0 - other.0, wanted.1 - other.1, wanted.2 - other.2)
      return red * red + green * green + blue * blue
    }
    return (0..<16).min { distance($0) < distance($1) } ?? 7
  }

  /// Returns red, green and blue of an entry: xterm's values, which a user may have changed.
  private static func rgb(_ index: UInt8) -> (Int, Int, Int) {
    let value = Int(index)
    switch index {
    case 7: return (229, 229, 229)
    case 8: return (127, 127, 127)
    case 0..<8: return (value & 1 == 0 ? 0 : 205, value & 2 == 0 ? 0 : 205, value & 4 == 0 ? 0 : 205)
    case 9..<16: return (value & 1 == 0 ? 0 : 255, value & 2 == 0 ? 0 : 255, value & 4 == 0 ? 0 : 255)
    case 16..<232:
      func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
      return (level((value - 16) / 36), level((value - 16) / 6 % 6), level((value - 16) % 6))
    default: return (8 + 10 * (value - 232), 8 + 10 * (value - 232), 8 + 10 * (value - 232))
    }
  }
}
