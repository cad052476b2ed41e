import Terminal

/// Reads a theme: lines of `role = colour attribute… [on colour]`. A `#` starts a comment.
///
///     valid   = green
///     focused = reverse
///     title   = 252 bold on default
///
/// Colours are `default`, the eight names (`black` to `white`, `bright-black` to `bright-white`), or a palette number
/// from 0 to 255. Attributes are `bold`, `dim`, `italic`, `underline` and `reverse`. `244 dim` is that gray on a
/// terminal with 256 colours, and dim elsewhere.
public enum ThemeFile {
  /// A mistake in a theme file.
  public struct Mistake: Error, Equatable {
    /// The number of the line, from 1.
    public let line: Int
    /// The unknown word, or the role without a value.
    public let word: String
  }

  /// Returns the theme in `text`. Roles that it does not name look as in ``Theme/init()``.
  public static func parse(_ text: String) throws(Mistake) -> Theme {
    var theme = Theme()
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let name = words.first else { continue }
      guard let role = Theme.Role(rawValue: String(name)), words.count > 2, words[1] == "=" else {
        throw Mistake(line: number, word: String(name))
      }
      theme[role] = try style(words[2...], line: number)
    }
    return theme
  }

  private static func style(_ words: ArraySlice<Substring>, line: Int) throws(Mistake) -> Style {
    var style = Style()
    var isBackground = false
    for word in words {
      if word == "on" {
        isBackground = true
      } else if let attribute = attributes[word] {
        style.attributes.insert(attribute)
      } else if let colour = colour(word) {
        if isBackground { style.background = colour } else { style.foreground = colour }
      } else {
        throw Mistake(line: line, word: String(word))
      }
    }
    return style
  }

  private static func colour(_ word: Substring) -> Colour? {
    if word == "default" { return .terminal }
    if let number = UInt8(word) { return .palette(number) }
    let isBright = word.hasPrefix("bright-")
    return names.firstIndex(of: isBright ? word.dropFirst(7) : word).map { .palette(UInt8($0) + (isBright ? 8 : 0)) }
  }

  private static let names: [Substring] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  private static let attributes: [Substring: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
  ]
}
