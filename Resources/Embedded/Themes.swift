/// The theme files. They are part of the binary, so it can be moved. A file is read only when it is needed.
public enum Themes {
  /// For a dark background; the default.
  public static var dark: [UInt8] { PackageResources.dark_theme }
  /// For a light background.
  public static var light: [UInt8] { PackageResources.light_theme }
  /// For a background that is not known.
  public static var either: [UInt8] { PackageResources.either_theme }
  /// Bold on a black screen, nothing dim.
  public static var highContrast: [UInt8] { PackageResources.high_contrast_theme }
  /// Blue and orange on a dark background, for people who cannot tell green from red.
  public static var colourBlind: [UInt8] { PackageResources.colour_blind_theme }
  /// Blue and brown on a light background, for the same people.
  public static var colourBlindLight: [UInt8] { PackageResources.colour_blind_light_theme }
  /// No colours, only weights.
  public static var mono: [UInt8] { PackageResources.mono_theme }
  /// Valid fields in light gray.
  public static var classic: [UInt8] { PackageResources.classic_theme }
  /// Known colours, on a dark background.
  public static var catppuccin: [UInt8] { PackageResources.catppuccin_theme }
  public static var dracula: [UInt8] { PackageResources.dracula_theme }
  public static var gruvbox: [UInt8] { PackageResources.gruvbox_theme }
  public static var nord: [UInt8] { PackageResources.nord_theme }
  public static var solarized: [UInt8] { PackageResources.solarized_theme }
}
