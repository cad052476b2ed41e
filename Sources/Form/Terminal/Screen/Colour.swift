/// A colour of a cell, as the user has set up the terminal.
public nonisolated enum Colour: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminal
  /// An entry of the palette: 0 to 7 plain, 8 to 15 bright, 16 to 231 a cube of 6 x 6 x 6, 232 to 255 grays.
  /// A terminal with fewer colours shows the nearest one that it has.
  case palette(UInt8)
  /// A mix of red, green and blue, each from 0 to 255. A terminal shows the nearest entry of its palette, in true colour
  /// too: ncurses mixes colours only for descriptions such as xterm-direct, which few machines have, and to redefine the
  /// palette would change the user's other windows.
  case rgb(UInt8, UInt8, UInt8)

  /// The palette number, if there is one.
  var entry: UInt8? {
    if case .palette(let entry) = self { entry } else { nil }
  }

  /// Red, green and blue; nil for the terminal's own colour.
  var rgb: XtermPalette.RGB? {
    switch self {
    case .terminal: nil
    case .palette(let entry): XtermPalette.rgb(entry)
    case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
    }
  }

  /// Black or white, whichever is more readable on this colour; nil on the terminal's own.
  public var readable: Colour? {
    let isPlain = entry.map { $0 < 16 } == true
    return rgb.map { Backdrop.isDark($0) ? .palette(isPlain ? 15 : 231) : .palette(isPlain ? 0 : 16) }
  }

  /// Palette 0, the first of the eight plain colours.
  public static let black = Colour.palette(0)
  /// Palette 1.
  public static let red = Colour.palette(1)
  /// Palette 2.
  public static let green = Colour.palette(2)
  /// Palette 3.
  public static let yellow = Colour.palette(3)
  /// Palette 4.
  public static let blue = Colour.palette(4)
  /// Palette 5.
  public static let magenta = Colour.palette(5)
  /// Palette 6.
  public static let cyan = Colour.palette(6)
  /// Palette 7, a light gray.
  public static let white = Colour.palette(7)
}
