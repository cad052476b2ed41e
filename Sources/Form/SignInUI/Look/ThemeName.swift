import Resources

/// The name of a theme, as the user chooses it.
public nonisolated enum ThemeName: String, CaseIterable, Sendable {
  /// ``light`` if the terminal reports a light background, otherwise ``dark``.
  case auto
  /// Green and red on a dark background.
  case dark
  /// Green and red on a light background.
  case light
  /// Bright, bold and on black, nothing dim.
  case highContrast = "high-contrast"
  /// Blue and orange on a dark background.
  case colourBlind = "colour-blind"
  /// Blue and brown on a light background.
  case colourBlindLight = "colour-blind-light"
  /// Weights without colours.
  case mono
  /// Light gray for valid fields.
  case classic

  /// Returns the file of that theme. Only its own file is parsed.
  /// - Parameter colours: The value of `COLORFGBG`, nil if unset. In it rxvt, Konsole and others give the numbers of
  ///   their colours, the background's last.
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

  /// Light backgrounds: white, light gray, and the bright colours except bright black. A background `default` tells
  /// nothing.
  private static func isLight(_ colours: String?) -> Bool {
    guard let last = colours?.split(separator: ";").last, let number = Int(last) else { return false }
    return number == 7 || (9...15).contains(number)
  }

  /// The program's own themes have no mistakes; a test checks that. With a mistake, the form would appear in plain
  /// text.
  private static func parsed(_ file: [UInt8]) -> ThemeFile {
    (try? ThemeFile(file[...])) ?? ThemeFile()
  }
}
