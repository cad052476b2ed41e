import SignInUI

/// What `signin doctor` has to say of one thing.
struct Finding: Equatable {
  /// How things stand.
  enum Verdict: String {
    /// As it should be.
    case good
    /// Works as promised, but with less, or below what a standard asks for.
    case warning
    /// Something that signin promises does not hold here.
    case bad

    /// For people.
    var text: String {
      switch self {
      case .good: translated("good")
      case .warning: translated("warning")
      case .bad: translated("bad")
      }
    }
  }

  /// What was looked at, in a word.
  let part: String
  let verdict: Verdict
  /// What was seen and, where it is not good, what to do.
  let text: String

  static func good(_ part: String, _ text: String) -> Finding { Finding(part: part, verdict: .good, text: text) }
  static func warning(_ part: String, _ text: String) -> Finding { Finding(part: part, verdict: .warning, text: text) }
  static func bad(_ part: String, _ text: String) -> Finding { Finding(part: part, verdict: .bad, text: text) }
}
