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

  /// Whether the terminal has both colours of a style.
  public func has(_ style: Style) -> Bool { has(style.foreground) && has(style.background) }

  /// Returns a style in the terminal's colours. The nearest one replaces a missing colour; for text it is the nearest
  /// readable one. With eight colours, bold replaces brightness.
  /// - Parameters:
  ///   - backdrop: The background of text that has none of its own; nil if unknown.
  ///   - contrast: The least contrast to that background; 3 is enough with eight colours. Nil replaces only missing
  ///     colours.
  public func shown(_ style: Style, on backdrop: Backdrop? = nil, contrast: Double? = nil) -> Style {
    guard self != .monochrome else { return has(style) ? style : Style(attributes: style.attributes) }
    var shown = style
    var ground = backdrop?.rgb
    if let colour = style.background.rgb {
      let stand = has(style.background) ? style.background : .palette(plain(nearest(to: colour) { _ in true }))
      shown.background = stand
      ground = stand.rgb
    }
    let least = min(contrast ?? 4.5, mostContrast)
    guard let colour = style.foreground.rgb else {
      // The terminal's own text is white or black, more or less, and two thirds as bright if dim.
      if let contrast, let ground, Backdrop.isDark(ground), XtermPalette.contrast((170, 170, 170), ground) < contrast {
        shown.attributes.remove(.dim)
      }
      return shown
    }
    let isReadable = contrast == nil || ground.map { XtermPalette.contrast(colour, $0) >= least } ?? true
    if has(style.foreground) && isReadable { return shown }
    let stand = nearest(to: colour) { stand in
      ground.map { XtermPalette.contrast(XtermPalette.rgb(plain(stand)), $0) >= least } ?? true
    }
    shown.foreground = .palette(plain(stand))
    if stand != plain(stand) { shown.attributes.insert(.bold) }
    return shown
  }

  private func has(_ colour: Colour) -> Bool {
    switch colour {
    case .terminal: true
    case .palette(let entry): Int(entry) < rawValue
    case .rgb: false
    }
  }

  /// Returns the nearest colour of the palette: of its first sixteen, or past those, which every user may change.
  private func nearest(to colour: XtermPalette.RGB, where isFit: (UInt8) -> Bool) -> UInt8 {
    let all = (self == .full ? Array(16...255) : Array(0..<16)).map(UInt8.init).filter(isFit)
    // What is quiet stays so: no gray becomes a colour.
    let grays = XtermPalette.isGray(colour) ? all.filter { XtermPalette.isGray(XtermPalette.rgb($0)) } : []
    return XtermPalette.nearest(to: colour, among: grays.isEmpty ? all : grays) ?? 7
  }

  /// With eight colours, the plain version of a bright colour.
  private func plain(_ entry: UInt8) -> UInt8 { self == .eight ? entry & 7 : entry }

  /// The most contrast that can be asked for. Of eight colours, too few reach more than WCAG asks of lines; on black,
  /// red does not.
  private var mostContrast: Double { self == .eight ? 3 : 21 }
}

/// The background of the terminal.
public nonisolated enum Backdrop: Hashable, Sendable {
  /// Black, or nearly black.
  case dark
  /// White, or nearly white.
  case light
  /// The background that the terminal reports: red, green and blue, each from 0 to 255.
  case reported(red: UInt8, green: UInt8, blue: UInt8)

  /// Whether white is more readable on it than black.
  public var isDark: Bool { Self.isDark(rgb) }

  static func isDark(_ rgb: XtermPalette.RGB) -> Bool {
    XtermPalette.contrast(rgb, (255, 255, 255)) >= XtermPalette.contrast(rgb, (0, 0, 0))
  }

  /// The background of this kind on which text is hardest to read.
  var rgb: XtermPalette.RGB {
    switch self {
    case .dark: (30, 30, 30)
    case .light: (255, 255, 255)
    case .reported(let red, let green, let blue): (Int(red), Int(green), Int(blue))
    }
  }
}
