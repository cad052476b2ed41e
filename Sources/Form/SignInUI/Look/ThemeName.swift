import Resources
public import Terminal

/// The name of a theme, as the user chooses it.
public nonisolated enum ThemeName: String, CaseIterable, Sendable {
  /// ``light`` or ``dark``, as the terminal's background is. ``either`` while it is not known.
  case auto
  /// Green and red on a dark background.
  case dark
  /// Green and red on a light background.
  case light
  /// Readable on black and on white.
  case either
  /// Bright and bold on a black screen, nothing dim.
  case highContrast = "high-contrast"
  /// Blue and orange on a dark background.
  case colourBlind = "colour-blind"
  /// Blue and brown on a light background.
  case colourBlindLight = "colour-blind-light"
  /// Weights without colours.
  case mono
  /// Light gray for valid fields.
  case classic
  /// The known colours of that name, on a dark background.
  case catppuccin, dracula, gruvbox, nord, solarized

  /// Returns the file of that theme. Only its own file is parsed.
  /// - Parameter backdrop: The background of the terminal, for ``auto``; nil if it is not known.
  public func file(on backdrop: Backdrop? = nil) -> ThemeFile {
    switch self {
    case .auto: (backdrop.map { $0.isDark ? Self.dark : .light } ?? .either).file()
    case .dark: Self.parsed(Themes.dark)
    case .light: Self.parsed(Themes.light)
    case .either: Self.parsed(Themes.either)
    case .highContrast: Self.parsed(Themes.highContrast)
    case .colourBlind: Self.parsed(Themes.colourBlind)
    case .colourBlindLight: Self.parsed(Themes.colourBlindLight)
    case .mono: Self.parsed(Themes.mono)
    case .classic: Self.parsed(Themes.classic)
    case .catppuccin: Self.parsed(Themes.catppuccin)
    case .dracula: Self.parsed(Themes.dracula)
    case .gruvbox: Self.parsed(Themes.gruvbox)
    case .nord: Self.parsed(Themes.nord)
    case .solarized: Self.parsed(Themes.solarized)
    }
  }

  /// The program's own themes have no mistakes; a test checks that. With a mistake, the form would appear in plain
  /// text.
  private static func parsed(_ file: [UInt8]) -> ThemeFile {
    (try? ThemeFile(file[...])) ?? ThemeFile()
  }
}

nonisolated extension Backdrop {
  /// The background that the environment tells; nil if it tells none.
  /// - Parameters:
  ///   - colours: The value of `COLORFGBG`, in which rxvt, Konsole and others give the numbers of their colours, the
  ///     background's last. White, light gray, and the bright colours except bright black are light. `default` tells
  ///     nothing.
  ///   - terminal: The value of `TERM`. The consoles of machines are black.
  public init?(colours: String?, terminal: String?) {
    if let number = colours?.split(separator: ";").last.flatMap({ Int($0) }), (0...15).contains(number) {
      self = number == 7 || number > 8 ? .light : .dark
    } else if let terminal, TerminalQuestion.isConsole(terminal) {
      self = .dark
    } else {
      return nil
    }
  }
}
