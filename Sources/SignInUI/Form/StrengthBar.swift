import Identity
import Sentences

extension PasswordStrength {
  /// Returns a bar, followed by the strength in words.
  func bar(_ glyphs: Glyphs) -> String {
    let all = PasswordStrength.allCases.count
    let reached = rawValue + 1
    let bar =
      String(repeating: glyphs.barReached, count: reached) + String(repeating: glyphs.barAhead, count: all - reached)
    return "\(bar) \(text)"
  }

  /// The strength in words.
  var text: String {
    switch self {
    case .poor: translated("very weak password")
    case .weak: translated("weak password")
    case .fair: translated("fair password")
    case .good: translated("good password")
    case .strong: translated("strong password")
    }
  }

  /// The strength as a sentence, for a dialogue.
  var sentence: String {
    switch self {
    case .poor: translated("This is a very weak password.")
    case .weak: translated("This is a weak password.")
    case .fair: translated("This is a fair password.")
    case .good: translated("This is a good password.")
    case .strong: translated("This is a strong password.")
    }
  }
}
