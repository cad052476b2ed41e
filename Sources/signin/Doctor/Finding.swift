import Sentences

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

  /// What was looked at. The raw values are for programs.
  enum Part: String, CaseIterable {
    case terminal, size, colours, locale, widths, store, modes, durability, memory, hash, password, throttle, settings

    /// For people, in at most 12 columns.
    var text: String {
      switch self {
      case .terminal: translated("terminal")
      case .size: translated("size")
      case .colours: translated("colours")
      case .locale: translated("locale")
      case .widths: translated("widths")
      case .store: translated("store")
      case .modes: translated("modes")
      case .durability: translated("durability")
      case .memory: translated("memory")
      case .hash: translated("hash")
      case .password: translated("password")
      case .throttle: translated("throttle")
      case .settings: translated("settings")
      }
    }
  }

  let part: Part
  let verdict: Verdict
  /// What was seen and, where it is not good, what to do.
  let text: String

  static func good(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .good, text: text) }
  static func warning(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .warning, text: text) }
  static func bad(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .bad, text: text) }
}
