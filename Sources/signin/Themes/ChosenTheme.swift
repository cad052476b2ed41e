import Sentences
import SignInUI

extension Settings {
  /// The theme in force. A file is only read when one is asked for.
  /// - Throws: When there is no such theme, or its file has a mistake.
  var themeFile: ThemeFile {
    get throws(Failure) {
      if theme.contains("/") { return try ThemeLibrary.file(at: themePath) }
      guard let file = try ThemeLibrary.file(named: theme, colours: Environment.variable("COLORFGBG")) else {
        throw noTheme
      }
      return file
    }
  }

  /// A path in a file of settings counts from the folder of that file.
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
