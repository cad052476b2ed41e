public import Terminal

/// A theme as its file has it: lines of `role = look`; what follows `#` is a comment.
///
///     background = light
///     valid      = 28 or blue
///     hint       = 242 or default dim
///     title      = 252 bold on default
///
/// A look is colours and attributes. Colours are `default`, the eight names (`black` to `white`, `bright-black` to
/// `bright-white`), or a number of the palette from 0 to 255; attributes are `bold`, `dim`, `italic`, `underline` and
/// `reverse`. Of looks with `or` between them the first is shown that the terminal has the colours for; where it has
/// them for none, the nearest colours to the last one. `background` is the one that the theme is made for, `dark` or
/// `light`: on it those colours can be read.
public nonisolated struct ThemeFile: Sendable, Equatable {
  /// The looks of a role, the best first.
  private var looks: [Theme.Role: [Style]] = [:]
  /// The background that it is made for; nil for any.
  public private(set) var backdrop: Backdrop?

  /// A file that names no role.
  init() {}

  /// Reads the text of a file. Roles that it does not name look as in ``Theme/init()``.
  public init(_ text: String) throws(Mistake) {
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      guard let name = words.first.map(String.init) else { continue }
      do throws(Mistake.Problem) {
        try take(name, words.dropFirst())
      } catch {
        throw Mistake(line: number, problem: error)
      }
    }
  }

  /// The theme in the colours of a terminal.
  public func theme(at depth: ColourDepth) -> Theme {
    var theme = Theme()
    for (role, looks) in looks {
      guard let look = looks.first(where: depth.has) ?? looks.last else { continue }
      theme[role] = depth.shown(look, on: backdrop)
    }
    return theme
  }

  private mutating func take(_ name: String, _ words: ArraySlice<Substring>) throws(Mistake.Problem) {
    let role = Theme.Role(rawValue: name)
    guard role != nil || name == Self.backgroundName else { throw .role(name) }
    guard words.first == "=", words.count > 1 else { throw .value(of: name) }
    let value = words.dropFirst()
    if let role {
      var styles: [Style] = []
      for look in value.split(separator: "or", omittingEmptySubsequences: false) {
        guard !look.isEmpty else { throw .value(of: "or") }
        styles.append(try style(look))
      }
      looks[role] = styles
    } else {
      guard value.count == 1, let backdrop = Self.backdrops[value.joined()] else {
        throw .background(value.joined(separator: " "))
      }
      self.backdrop = backdrop
    }
  }

  private func style(_ words: ArraySlice<Substring>) throws(Mistake.Problem) -> Style {
    var style = Style()
    var isBackground = false
    for word in words {
      if word == "on" {
        isBackground = true
      } else if let attribute = Self.attributes[String(word)] {
        style.attributes.insert(attribute)
      } else if let colour = Self.colour(word) {
        if isBackground { style.background = colour } else { style.foreground = colour }
      } else {
        throw .word(String(word))
      }
    }
    return style
  }

  private static func colour(_ word: Substring) -> Colour? {
    if word == "default" { return .terminal }
    if let number = UInt8(word) { return .palette(number) }
    return names.firstIndex(of: String(word)).map { .palette(UInt8($0)) }
  }

  private static let plainNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  /// In the order of the palette.
  private static let names = plainNames + plainNames.map { "bright-" + $0 }
  private static let attributes: [String: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
  ]
  private static let backgroundName = "background"
  private static let backdrops: [String: Backdrop] = ["dark": .dark, "light": .light]
}

nonisolated extension ThemeFile {
  /// What is wrong with a theme file, and where.
  public struct Mistake: Error, Equatable {
    /// The line, from 1.
    public let line: Int
    /// What is wrong there.
    public let problem: Problem

    /// One thing that can be wrong with a line.
    public enum Problem: Error, Equatable {
      /// It begins with a word that is no role.
      case role(String)
      /// Nothing follows the role, or `or`.
      case value(of: String)
      /// A word is neither a colour nor an attribute.
      case word(String)
      /// A background that is neither dark nor light.
      case background(String)
    }
  }

  /// What a line can begin with.
  public static var roles: [String] { Theme.Role.allCases.map(\.rawValue) + [backgroundName] }

  /// What a look is made of, beside numbers.
  public static var words: [String] { ["default", "on", "or"] + names + attributes.keys.sorted() }
}
