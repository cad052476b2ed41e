import Identity
import Sentences

extension PasswordStrength {
  /// Returns a bar in the colour of the strength, followed by the strength in words.
  func bar(_ glyphs: Glyphs) -> TextField.Caption {
    let all = PasswordStrength.allCases.count
    let reached = rawValue + 1
    let bar =
      String(repeating: glyphs.barReached, count: reached) + String(repeating: glyphs.barAhead, count: all - reached)
    return TextField.Caption(text: text, role: .hint, mark: bar, markRole: role)
  }

  private var role: Theme.Role {
    switch self {
    case .poor, .weak: .invalid
    case .fair: .caution
    case .good, .strong: .valid
    }
  }

  /// The strength in words.
  private var text: String {
    switch self {
    case .poor: translated("Strength: very weak")
    case .weak: translated("Strength: weak")
    case .fair: translated("Strength: fair")
    case .good: translated("Strength: good")
    case .strong: translated("Strength: strong")
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
