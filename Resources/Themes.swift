/// The theme files, part of the program itself: a binary that was moved still has them.
public enum Themes {
  /// For a dark background; the default.
  public static let dark = PackageResources.dark_theme
  /// Valid fields in light gray.
  public static let classic = PackageResources.classic_theme
}
