import Resources

extension Theme {
  /// For a dark background; the default.
  public static let dark = builtIn(Themes.dark)

  /// A theme of our own has no mistakes, a test sees to that; if it had one, plain text would still be a form.
  private static func builtIn(_ file: [UInt8]) -> Theme {
    (try? ThemeFile.parse(String(decoding: file, as: UTF8.self))) ?? Theme()
  }
}
