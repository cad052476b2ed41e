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
  /// - Parameter backdrop: The background of text that has none of its own; nil if unknown.
  public func shown(_ style: Style, on backdrop: Backdrop? = nil) -> Style {
    if has(style) { return style }
    guard self != .monochrome else { return Style(attributes: style.attributes) }
    var shown = style
    var ground = backdrop?.rgb
    if let entry = style.background.entry {
      let stand = has(style.background) ? entry : plain(nearest(to: entry) { _ in true })
      shown.background = .palette(stand)
      ground = XtermPalette.rgb(stand)
    }
    if let entry = style.foreground.entry, !has(style.foreground) {
      let stand = nearest(to: entry) { stand in
        ground.map { XtermPalette.contrast(XtermPalette.rgb(plain(stand)), $0) >= leastContrast } ?? true
      }
      shown.foreground = .palette(plain(stand))
      if stand != plain(stand) { shown.attributes.insert(.bold) }
    }
    return shown
  }

  private func has(_ colour: Colour) -> Bool {
    colour.entry.map { Int($0) < rawValue } ?? true
  }

  /// Returns the nearest of the first sixteen colours to an entry.
  private func nearest(to entry: UInt8, where isFit: (UInt8) -> Bool) -> UInt8 {
    XtermPalette.nearest(to: entry, among: (0..<16).filter(isFit)) ?? 7
  }

  /// With eight colours, the plain version of a bright colour.
  private func plain(_ entry: UInt8) -> UInt8 { self == .eight ? entry & 7 : entry }

  /// WCAG's least contrast for text. Too few of eight colours reach it.
  private var leastContrast: Double { self == .eight ? 3 : 4.5 }
}

/// The background that the user has chosen for the terminal.
public nonisolated enum Backdrop: Sendable {
  /// Black, or nearly black.
  case dark
  /// White, or nearly white.
  case light

  /// The background of this kind on which text is hardest to read.
  var rgb: XtermPalette.RGB {
    switch self {
    case .dark: (30, 30, 30)
    case .light: (255, 255, 255)
    }
  }
}
