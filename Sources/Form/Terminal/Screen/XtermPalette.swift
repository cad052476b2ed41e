internal import Glibc

/// The colours of the palette: xterm's values, which a user may have changed.
nonisolated enum XtermPalette {
  /// Red, green and blue, each from 0 to 255.
  typealias RGB = (red: Int, green: Int, blue: Int)

  /// Returns the entry of `entries` that is nearest to a colour.
  static func nearest(to wanted: RGB, among entries: [UInt8]) -> UInt8? {
    func distance(_ entry: UInt8) -> Int {
      let other = rgb(entry)
      let (red, green, blue) = (wanted.red - other.red, wanted.green - other.green, wanted.blue - other.blue)
      return red * red + green * green + blue * blue
    }
    return entries.min { distance($0) < distance($1) }
  }

  static func isGray(_ colour: RGB) -> Bool { colour.red == colour.green && colour.green == colour.blue }

  /// Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2).
  static func contrast(_ one: RGB, _ other: RGB) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  static func rgb(_ index: UInt8) -> RGB {
    let value = Int(index)
    func mixed(_ level: Int) -> RGB { ((value & 1) * level, (value >> 1 & 1) * level, (value >> 2 & 1) * level) }
    switch index {
    case 4: return (0, 0, 238)
    case 7: return (229, 229, 229)
    case 8: return (127, 127, 127)
    case 12: return (92, 92, 255)
    case 0..<8: return mixed(205)
    case 9..<16: return mixed(255)
    case 16..<232:
      func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
      return (level((value - 16) / 36), level((value - 16) / 6 % 6), level((value - 16) % 6))
    default: return (8 + 10 * (value - 232), 8 + 10 * (value - 232), 8 + 10 * (value - 232))
    }
  }

  private static func luminance(_ colour: RGB) -> Double {
    func linear(_ channel: Int) -> Double {
      let share = Double(channel) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
  }
}
