import Sentences
package import SignInUI

extension Settings {
  /// The current theme. Only a theme from a file reads a file.
  /// - Throws: A failure if the theme does not exist, or its file has a mistake.
  package var themeFile: ThemeFile {
    get throws(Failure) {
      if theme.contains("/") { return try ThemeLibrary.file(at: themePath) }
      guard let file = try ThemeLibrary.file(named: theme, colours: Environment.variable("COLORFGBG")) else {
        throw noTheme
      }
      return file
    }
  }

  /// The path of the theme file. A relative path in a settings file starts from the folder of that file.
  private var themePath: String {
    guard !theme.hasPrefix("/"), let file = origins["theme"]?.path, let slash = file.lastIndex(of: "/") else {
      return theme
    }
    return file[...slash] + theme
  }

  private var noTheme: Failure {
    let names = ThemeName.allCases.map(\.rawValue) + ThemeLibrary.entries.map(\.name)
    var sentence = translated("There is no theme “{theme}”.", ["theme": theme])
    sentence += DidYouMean.sentence(theme, among: names) ?? ""
    sentence +=
      " "
      + translated(
        "Run signin themes to see all; your own belong in {folder}.",
        ["folder": Environment.userThemes ?? "~/.config/signin/themes"])
    return origins["theme"] == .option ? .usage(sentence) : mistake(sentence, in: "theme")
  }
}
