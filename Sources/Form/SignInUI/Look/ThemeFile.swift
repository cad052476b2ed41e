public import Terminal

/// A theme file: lines of `role = look`. A `#` starts a comment.
///
///     background = light
///     valid      = 28 or blue
///     hint       = 242 or default dim
///     title      = 252 bold on default
///
/// A look is colours and attributes. Colours are `default`, the eight names (`black` to `white`, `bright-black` to
/// `bright-white`), or a palette number from 0 to 255. Attributes are `bold`, `dim`, `italic`, `underline` and
/// `reverse`. A role can have several looks with `or` between them. The terminal shows the first look whose colours it
/// has. If it has the colours of no look, it shows the last look in the nearest colours. `background` is `dark` or
/// `light`, the background on which the theme's colours are readable.
public nonisolated struct ThemeFile: Sendable, Equatable {
  /// The looks of each role, the best first; none for a role that the file does not name.
  private var looks: [[Style]] = Theme.Role.allCases.map { _ in [] }
  /// The background for which the theme is made; nil for any.
  public private(set) var backdrop: Backdrop?

  /// A file that names no role.
  init() {}

  /// Reads the bytes of a file. Roles that it does not name look as in ``Theme/init()``.
  public init(_ text: ArraySlice<UInt8>) throws(Mistake) {
    // Bytes, not characters: finding the borders of characters took a tenth of the form's start.
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != UInt8(ascii: "#") }
        .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
        .map { String(decoding: $0, as: UTF8.self) }
      guard let name = words.first else { continue }
      do throws(Mistake.Problem) {
        try take(name, words.dropFirst())
      } catch {
        throw Mistake(line: index + 1, problem: error)
      }
    }
  }

  /// Returns the theme in the colours of a terminal.
  public func theme(at depth: ColourDepth) -> Theme {
    var theme = Theme()
    for role in Theme.Role.allCases {
      let looks = looks[role.rawValue]
      guard let look = looks.first(where: depth.has) ?? looks.last else { continue }
      theme[role] = depth.shown(look, on: backdrop)
    }
    return theme
  }

  private mutating func take(_ name: String, _ words: ArraySlice<String>) throws(Mistake.Problem) {
    let role = Theme.Role(named: name)
    guard role != nil || name == Self.backgroundName else { throw .role(name) }
    guard words.first == "=", words.count > 1 else { throw .value(of: name) }
    guard role.map({ looks[$0.rawValue].isEmpty }) ?? (backdrop == nil) else { throw .repeated(name) }
    let value = words.dropFirst()
    if let role {
      var styles: [Style] = []
      for look in value.split(separator: "or", omittingEmptySubsequences: false) {
        guard !look.isEmpty else { throw .value(of: "or") }
        styles.append(try style(look))
      }
      looks[role.rawValue] = styles
    } else {
      switch value.count == 1 ? value.first : nil {
      case "dark": backdrop = .dark
      case "light": backdrop = .light
      default: throw .background(value.joined(separator: " "))
      }
    }
  }

  private func style(_ words: ArraySlice<String>) throws(Mistake.Problem) -> Style {
    var style = Style()
    var isBackground = false
    guard words.last != "on" else { throw .value(of: "on") }
    for word in words {
      if word == "on" {
        guard !isBackground else { throw .repeated(word) }
        isBackground = true
      } else if let attribute = Self.attributes.first(where: { $0.name == word })?.attribute {
        style.attributes.insert(attribute)
      } else if let colour = Self.colour(word) {
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
    return names.firstIndex(of: word).map { .palette(UInt8($0)) }
  }

  private static let plainNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  /// In the order of the palette.
  private static let names = plainNames + plainNames.map { "bright-" + $0 }
  private static let attributes: [(name: String, attribute: Style.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
  ]
  private static let backgroundName = "background"
}

nonisolated extension ThemeFile {
  /// A mistake in a theme file.
  public struct Mistake: Error, Equatable {
    /// The number of the line, from 1.
    public let line: Int
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
      /// A background that is neither dark nor light.
      case background(String)
    }
  }

  /// The words that can begin a line.
  public static var roles: [String] { Theme.Role.names + [backgroundName] }

  /// The words of a look, besides numbers.
  public static var words: [String] { ["default", "on", "or"] + names + attributes.map(\.name) }
}
