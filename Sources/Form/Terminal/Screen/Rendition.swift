internal import CNcurses

/// The way ncurses shows a style: attribute bits and a colour pair. Pairs are defined when they are first needed, so
/// that the start pays only for what it shows.
struct Rendition {
  /// The bits and the pair of one style.
  struct Look {
    var attributes: UInt32
    var pair: Int32
  }

  /// The number of colours shown.
  let depth: ColourDepth
  /// The colours that stand for the terminal's own; the plain style keeps those.
  var ground = Style.plain { didSet { looks = [] } }
  private let dims: Bool
  private let hasDefaults: Bool
  private var looks: [(style: Style, look: Look)] = []
  /// The foreground and background of each colour pair, from pair 1 on.
  private var pairs: [(front: Int32, back: Int32)] = []

  /// Starts ncurses' colours, unless the terminal has none or the user wants none.
  /// - Parameter dims: Whether the terminal shows readable dim text.
  init(colours: Bool, dims: Bool) {
    self.dims = dims
    guard colours && has_colors() && start_color() == OK else {
      depth = .monochrome
      hasDefaults = true
      return
    }
    depth = ColourDepth(count: Int(signin_colours()))
    hasDefaults = use_default_colors() == OK
  }

  /// Returns the look of a style.
  mutating func look(_ style: Style) -> Look {
    if let known = looks.first(where: { $0.style == style }) { return known.look }
    let shown = depth.shown(style)
    var look = Look(attributes: bits(shown.attributes), pair: 0)
    let ground = depth.shown(ground)
    look.pair = pair(
      shown.foreground == .terminal ? ground.foreground : shown.foreground,
      shown.background == .terminal ? ground.background : shown.background)
    looks.append((style, look))
    return look
  }

  private mutating func pair(_ foreground: Colour, _ background: Colour) -> Int32 {
    if foreground == .terminal && background == .terminal { return 0 }
    // A terminal that can't return to its own colours is assumed to show light gray on black.
    let front = foreground.entry.map(Int32.init) ?? (hasDefaults ? -1 : 7)
    let back = background.entry.map(Int32.init) ?? (hasDefaults ? -1 : 0)
    if let index = pairs.firstIndex(where: { $0 == (front, back) }) { return Int32(index + 1) }
    let next = Int32(pairs.count + 1)
    guard next < signin_colour_pairs(), init_extended_pair(next, front, back) == OK else { return 0 }
    pairs.append((front, back))
    return next
  }

  private func bits(_ attributes: Style.Attributes) -> UInt32 {
    var bits: UInt32 = 0
    if attributes.contains(.bold) { bits |= signin_bold }
    if attributes.contains(.dim) && dims { bits |= signin_dim }
    if attributes.contains(.italic) { bits |= signin_italic }
    if attributes.contains(.underline) { bits |= signin_underline }
    if attributes.contains(.reverse) { bits |= signin_reverse }
    return bits
  }
}
