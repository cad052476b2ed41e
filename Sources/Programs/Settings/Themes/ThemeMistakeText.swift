import ProgramSupport
import Sentences
import SignInUI

extension ThemeFile.Mistake {
  /// The sentence that follows the file and the line: the role, and what is wrong with its looks.
  var sentence: String {
    switch problem {
    case .role, .parent, .background, .value(of: name), .repeated(name): problem.sentence
    case .word, .secondColour, .value, .repeated: "\(name): \(problem.sentence)"
    }
  }
}

extension ThemeFile.Mistake.Problem {
  /// What is wrong in a line.
  var sentence: String {
    switch self {
    case .role(let word):
      translated("unknown role “{word}”.", ["word": Self.short(word)])
        + (DidYouMean.sentence(word, among: ThemeFile.roles)
          ?? " " + translated("Roles: {roles}.", ["roles": ThemeFile.roles.joined(separator: translated(", "))]))
    case .value(let name):
      translated(
        "something is missing after “{word}”. Write for example: {example}",
        [
          "word": name,
          "example": Self.example(name),
        ])
    case .repeated(let word): translated("“{word}” is there twice. Keep one.", ["word": word])
    case .word(let word):
      translated("“{word}” is neither a colour nor an attribute.", ["word": Self.short(word)])
        + (DidYouMean.sentence(word, among: ThemeFile.words)
          ?? " " + translated("Colours are names such as bright-red, numbers from 0 to 255, or #rrggbb."))
    case .secondColour(let word):
      translated("“{word}” is a second colour. Keep one.", ["word": Self.short(word)])
    case .parent(let word):
      translated("there is no built-in theme “{word}”.", ["word": Self.short(word)])
        + (DidYouMean.sentence(word, among: Self.parents)
          ?? " " + translated("Themes: {themes}.", ["themes": Self.parents.joined(separator: translated(", "))]))
    case .background(let word):
      translated("the background is dark or light, not “{word}”.", ["word": Self.short(word)])
    }
  }

  private static let parents = ThemeName.allCases.filter { $0 != .auto }.map(\.rawValue)

  /// Text in which something follows the word.
  private static func example(_ word: String) -> String {
    switch word {
    case "or": "28 or green"
    case "on": "green on black"
    case "background": "background = dark"
    default: "\(word) = green bold"
    }
  }

  /// The start of a word, enough to recognise it.
  private static func short(_ word: String) -> String { String(word.prefix(40)) }
}
