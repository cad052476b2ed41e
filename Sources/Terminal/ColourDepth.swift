/// How many colours a terminal has, and what becomes of a colour that it has not.
public nonisolated enum ColourDepth: Int, Comparable, Sendable {
  /// None: only attributes.
  case monochrome = 0
  /// The eight plain ones.
  case eight = 8
  /// Those and their bright twins.
  case sixteen = 16
  /// The whole palette.
  case full = 256

  /// The depth of a terminal that says it has `count` colours.
  init(count: Int) {
    switch count {
    case 256...: self = .full
    case 16...: self = .sixteen
    case 8...: self = .eight
    default: self = .monochrome
    }
  }

  /// By number of colours.
  public static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }

  /// Whether a style has no colour that would need another in its place.
  public func has(_ style: Style) -> Bool { has(style.foreground) && has(style.background) }

  /// A style in the colours that there are: the nearest to those that there are not; for text the nearest that can be
  /// read. Where there are eight, bold stands in for a bright colour.
  /// - Parameter backdrop: What is behind text without a background of its own, if that is known.
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

  /// The one of the first sixteen that stands in for an entry.
  private func nearest(to entry: UInt8, where isFit: (UInt8) -> Bool) -> UInt8 {
    XtermPalette.nearest(to: entry, among: (0..<16).filter(isFit)) ?? 7
  }

  /// The plain twin of a bright colour, where there is no other.
  private func plain(_ entry: UInt8) -> UInt8 { self == .eight ? entry & 7 : entry }

  /// What WCAG asks for of text; of eight colours too few reach that.
  private var leastContrast: Double { self == .eight ? 3 : 4.5 }
}

/// The background that a terminal's owner has chosen.
public nonisolated enum Backdrop: Sendable {
  /// Black, or a gray that is nearly.
  case dark
  /// White, or nearly.
  case light

  /// The one on which its text is the hardest to read.
  var rgb: XtermPalette.RGB {
    switch self {
    case .dark: (30, 30, 30)
    case .light: (255, 255, 255)
    }
  }
}
