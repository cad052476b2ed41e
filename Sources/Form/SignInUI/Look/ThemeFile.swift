public import Terminal

/// A theme file: lines of `role = look`. A `#` starts a comment.
///
///     background = light
///     valid      = 28 or blue
///     hint       = 242 or default dim
///     title      = 252 bold on default
///
/// A look is colours and attributes. Colours are `default`, the eight names (`black` to `white`, `bright-black` to
/// `bright-white`), a palette number from 0 to 255, or `#rrggbb`. Attributes are `bold`, `dim`, `italic`, `underline` and
/// `reverse`. A role can have several looks with `or` between them. The terminal shows the first look whose colours it
/// has. If it has the colours of no look, it shows the last look in the nearest colours. `background` is `dark` or
/// `light`, the background on which the theme's colours are readable. `inherits` names the theme of the program that has
/// the looks of all other roles; without it that is `light` for a light background, or else `dark`. A `button` that is not
/// named has the colour of an `accent` that is.
public nonisolated struct ThemeFile: Sendable, Equatable {
  /// The looks of each role, the best first.
  private var looks: [[Style]] = Theme.Role.allCases.map { _ in [] }
  /// The background for which the theme is made; nil for any.
  public private(set) var backdrop: Backdrop?
  private var parent: ThemeName?

  /// A file that names no role.
  init() {}

  /// Reads the bytes of a file.
  public init(_ text: ArraySlice<UInt8>) throws(Mistake) {
    // Bytes, not characters: finding the borders of characters took a tenth of the form's start.
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = Self.words(line)
      guard let name = words.first else { continue }
      do throws(Mistake.Problem) {
        try take(name, words.dropFirst())
      } catch {
        throw Mistake(line: index + 1, name: name, problem: error)
      }
    }
    inherit()
  }

  /// Returns the theme in the colours of a terminal.
  /// - Parameters:
  ///   - depth: The colours of the terminal.
  ///   - reported: The background that the terminal reports. Colours that cannot be read on it give way to the nearest that
  ///     can. Nil leaves them as they are.
  public func theme(at depth: ColourDepth, on reported: Backdrop? = nil) -> Theme {
    let reported = paintsScreen ? nil : reported
    var theme = Theme()
    for role in Theme.Role.allCases {
      let looks = looks[role.rawValue]
      guard let look = looks.first(where: depth.has) ?? looks.last else { continue }
      theme[role] = depth.shown(look, on: reported ?? backdrop, contrast: reported.map { _ in role.leastContrast })
    }
    return theme
  }

  /// Whether the theme paints the whole screen, so that the terminal's own background is not seen.
  public var paintsScreen: Bool { looks[Theme.Role.screen.rawValue].contains { $0.background != .terminal } }

  /// The words of a line up to a comment. It begins with a `#`, unless that begins a colour where one is expected.
  private static func words(_ line: ArraySlice<UInt8>) -> [String] {
    var words: [String] = []
    var expectsColour = false
    let parts = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    for part in parts {
      let isColour =
        expectsColour && part.first == UInt8(ascii: "#") && part.count > 2 && part.dropFirst().allSatisfy(isHex)
      let word = isColour ? part : part.prefix { $0 != UInt8(ascii: "#") }
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      guard word.count == part.count, let last = words.last else { break }
      if ["=", "or", "on"].contains(last) {
        expectsColour = true
      } else if !attributes.contains(where: { $0.name == last }) {
        expectsColour = false
      }
    }
    return words
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  private mutating func take(_ name: String, _ words: ArraySlice<String>) throws(Mistake.Problem) {
    let role = Theme.Role(named: name)
    guard role != nil || name == Self.backgroundName || name == Self.parentName else { throw .role(name) }
    guard words.first == "=", words.count > 1 else { throw .value(of: name) }
    let value = words.dropFirst()
    if let role {
      guard looks[role.rawValue].isEmpty else { throw .repeated(name) }
      var styles: [Style] = []
      for look in value.split(separator: "or", omittingEmptySubsequences: false) {
        guard !look.isEmpty else { throw .value(of: "or") }
        styles.append(try style(look))
      }
      looks[role.rawValue] = styles
    } else if name == Self.parentName {
      guard parent == nil else { throw .repeated(name) }
      let word = value.joined(separator: " ")
      let isQuoted = word.count > 1 && word.first == "\"" && word.last == "\""
      let name = isQuoted ? String(word.dropFirst().dropLast()) : word
      parent = ThemeName(rawValue: name)
      guard let parent, parent != .auto else { throw .parent(name) }
    } else {
      guard backdrop == nil else { throw .repeated(name) }
      switch value.count == 1 ? value.first : nil {
      case "dark": backdrop = .dark
      case "light": backdrop = .light
      default: throw .background(value.joined(separator: " "))
      }
    }
  }

  /// The looks of a button that has the colour of the accent; none if that has no colour.
  private var accentedButton: [Style] {
    looks[Theme.Role.accent.rawValue].compactMap { look in
      look.foreground.readable.map { Style(foreground: $0, background: look.foreground, attributes: .bold) }
    }
  }

  private mutating func inherit() {
    // The button is the largest surface of the accent.
    if looks[Theme.Role.button.rawValue].isEmpty { looks[Theme.Role.button.rawValue] = accentedButton }
    guard parent != nil || looks.contains(where: { $0.isEmpty }) else { return }
    let base = (parent ?? (backdrop == .light ? .light : .dark)).file()
    for index in looks.indices where looks[index].isEmpty { looks[index] = base.looks[index] }
    if parent != nil { backdrop = backdrop ?? base.backdrop }
  }

  private func style(_ words: ArraySlice<String>) throws(Mistake.Problem) -> Style {
    var style = Style()
    var isBackground = false
    var hasColour = false
    guard words.last != "on" else { throw .value(of: "on") }
    for word in words {
      if word == "on" {
        guard !isBackground else { throw .repeated(word) }
        (isBackground, hasColour) = (true, false)
      } else if let attribute = Self.attributes.first(where: { $0.name == word })?.attribute {
        style.attributes.insert(attribute)
      } else if let colour = Self.colour(word) {
        guard !hasColour else { throw .secondColour(word) }
        hasColour = true
        if isBackground { style.background = colour } else { style.foreground = colour }
      } else {
        throw .word(word)
      }
    }
    return style
  }

  private static func colour(_ word: String) -> Colour? {
    if word == "default" { return .terminal }
    if let number = UInt8(word) { return .palette(number) }
    if word.first == "#" {
      guard word.utf8.count == 7, let mix = UInt32(word.dropFirst(), radix: 16) else { return nil }
      return .rgb(UInt8(mix >> 16), UInt8(mix >> 8 & 255), UInt8(mix & 255))
    }
    return names.firstIndex(of: word).map { .palette(UInt8($0)) }
  }

  private static let plainNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  /// In the order of the palette.
  private static let names = plainNames + plainNames.map { "bright-" + $0 }
  private static let attributes: [(name: String, attribute: Style.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
  ]
  private static let backgroundName = "background"
  private static let parentName = "inherits"
}

nonisolated extension Theme.Role {
  /// The least contrast to the background (WCAG 2.2, 1.4.3 and 1.4.11): that of text, or of lines.
  fileprivate var leastContrast: Double {
    switch self {
    case .frame, .neutral: 3
    default: 4.5
    }
  }
}

nonisolated extension ThemeFile {
  /// A mistake in a theme file.
  public struct Mistake: Error, Equatable {
    /// The number of the line, from 1.
    public let line: Int
    /// The first word of the line: a role, unless that is the mistake.
    public let name: String
    /// The mistake in that line.
    public let problem: Problem

    /// A kind of mistake in a line.
    public enum Problem: Error, Equatable {
      /// The first word is not a role.
      case role(String)
      /// Nothing follows the role, or `or`, or `on`.
      case value(of: String)
      /// A role is named on an earlier line, or `on` stands twice in a look.
      case repeated(String)
      /// A word is neither a colour nor an attribute.
      case word(String)
      /// A look has a second colour.
      case secondColour(String)
      /// The program has no theme of that name to inherit from.
      case parent(String)
      /// A background that is neither dark nor light.
      case background(String)
    }
  }

  /// The words that can begin a line.
  public static var roles: [String] { Theme.Role.names + [backgroundName, parentName] }

  /// The words of a look, besides numbers.
  public static var words: [String] { ["default", "on", "or"] + names + attributes.map(\.name) }
}
