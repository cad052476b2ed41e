import Resources

/// A theme, as somebody chooses it.
public nonisolated enum ThemeName: String, CaseIterable, Sendable {
  /// ``light`` where the terminal says that its background is, else ``dark``.
  case auto
  /// Green and red on a dark background.
  case dark
  /// Green and red on a light background.
  case light
  /// White on filled borders, nothing dim.
  case highContrast = "high-contrast"
  /// Blue and orange on a dark background.
  case colourBlind = "colour-blind"
  /// Blue and brown on a light background.
  case colourBlindLight = "colour-blind-light"
  /// Weights, and no colour.
  case mono
  /// What is valid in light gray.
  case classic

  /// The theme of that name. The files of the others are not looked at.
  /// - Parameter colours: The value of `COLORFGBG`, in which rxvt, Konsole and others tell the numbers of their colours,
  ///   the background's last; nil where there is none.
  public func file(colours: String? = nil) -> ThemeFile {
    switch self {
    case .auto: (Self.isLight(colours) ? Self.light : .dark).file()
    case .dark: Self.parsed(Themes.dark)
    case .light: Self.parsed(Themes.light)
    case .highContrast: Self.parsed(Themes.highContrast)
    case .colourBlind: Self.parsed(Themes.colourBlind)
    case .colourBlindLight: Self.parsed(Themes.colourBlindLight)
    case .mono: Self.parsed(Themes.mono)
    case .classic: Self.parsed(Themes.classic)
    }
  }

  /// White and light gray, and the bright ones but bright black. A background that is called `default` tells nothing.
  private static func isLight(_ colours: String?) -> Bool {
    guard let last = colours?.split(separator: ";").last, let number = Int(last) else { return false }
    return number == 7 || (9...15).contains(number)
  }

  /// A theme of our own has no mistakes, a test sees to that; if it had one, plain text would still be a form.
  private static func parsed(_ file: [UInt8]) -> ThemeFile {
    (try? ThemeFile(String(decoding: file, as: UTF8.self))) ?? ThemeFile()
  }
}
