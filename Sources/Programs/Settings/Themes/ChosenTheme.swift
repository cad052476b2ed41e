import ProgramSupport
import Sentences
package import SignInUI
package import Terminal

extension Settings {
  /// The current theme. Only a theme from a file reads a file.
  /// - Throws: A failure if the theme does not exist, or its file has a mistake.
  package var themeFile: ThemeFile {
    get throws(Failure) {
      if theme.contains("/") { return try ThemeLibrary.file(at: themePath) }
      guard let file = try ThemeLibrary.file(named: theme, on: Environment.backdrop) else {
        throw noTheme
      }
      return file
    }
  }

  /// Whether the terminal must be asked for its background, because the environment lacks it.
  package var asksForBackground: Bool { Environment.backdrop == nil }

  /// The theme on a background that the terminal reports.
  /// - Parameter file: The current theme.
  package func themeFile(_ file: ThemeFile, on background: Backdrop) -> ThemeFile {
    theme == ThemeName.auto.rawValue ? ThemeName.auto.file(on: background) : file
  }

  /// The path of the theme file. A relative path in a settings file starts from the folder of that file.
  private var themePath: String {
    guard !theme.hasPrefix("/"), let file = origin(of: "theme")?.path, let slash = file.lastIndex(of: "/") else {
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
    return origin(of: "theme") == .option ? .usage(sentence) : mistake(sentence, in: "theme")
  }
}

extension Environment {
  /// The background of the terminal, from the environment.
  fileprivate static var backdrop: Backdrop? {
    Backdrop(colours: variable("COLORFGBG"), terminal: variable("TERM"))
  }
}
