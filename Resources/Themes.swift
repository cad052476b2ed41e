/// The theme files, part of the program itself: a binary that was moved still has them. Each is only read when it is
/// asked for.
public enum Themes {
  /// For a dark background; the default.
  public static var dark: [UInt8] { PackageResources.dark_theme }
  /// For a light background.
  public static var light: [UInt8] { PackageResources.light_theme }
  /// Bold on filled borders, nothing dim.
  public static var highContrast: [UInt8] { PackageResources.high_contrast_theme }
  /// Blue against orange on a dark background, for people who cannot tell green from red.
  public static var colourBlind: [UInt8] { PackageResources.colour_blind_theme }
  /// Blue against brown, for those of them with a light background.
  public static var colourBlindLight: [UInt8] { PackageResources.colour_blind_light_theme }
  /// Weights only.
  public static var mono: [UInt8] { PackageResources.mono_theme }
  /// Valid fields in light gray.
  public static var classic: [UInt8] { PackageResources.classic_theme }
}
