import Programs
import Sentences
import SignInUI

extension ThemeFile.Mistake.Problem {
  /// The sentence that follows the file and the line.
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
          "example": name == "or" ? "28 or green" : name == "background" ? "background = dark" : "\(name) = green bold",
        ])
    case .word(let word):
      translated("“{word}” is neither a colour nor an attribute.", ["word": Self.short(word)])
        + (DidYouMean.sentence(word, among: ThemeFile.words)
          ?? " " + translated("Colours have names, such as bright-red, or numbers from 0 to 255."))
    case .background(let word):
      translated("the background is dark or light, not “{word}”.", ["word": Self.short(word)])
    }
  }

  /// The start of a word, enough to recognise it.
  private static func short(_ word: String) -> String { String(word.prefix(40)) }
}
