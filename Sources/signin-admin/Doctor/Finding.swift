import Sentences

/// A finding of `signin doctor` about one part.
struct Finding: Equatable {
  /// The state of the part.
  enum Verdict: String {
    /// All is in order.
    case good
    /// The part works as promised, but with less, or a standard asks for more.
    case warning
    /// A promise of signin does not hold here.
    case bad

    /// The word for people.
    var text: String {
      switch self {
      case .good: translated("good")
      case .warning: translated("warning")
      case .bad: translated("bad")
      }
    }
  }

  /// The part that was checked. The raw values are for programs.
  enum Part: String, CaseIterable {
    case program, terminal, size, colours, locale, widths, store, modes, durability, memory, hash, password, throttle,
      settings

    /// The name for people, at most 12 columns wide.
    var text: String {
      switch self {
      case .program: translated("program")
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
  /// The observation and, unless all is good, the fix.
  let text: String

  static func good(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .good, text: text) }
  static func warning(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .warning, text: text) }
  static func bad(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .bad, text: text) }
}
