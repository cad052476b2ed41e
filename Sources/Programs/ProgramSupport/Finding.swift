import Sentences

/// A finding of `signin doctor` about one part. signin-postgresql makes those about its database.
package struct Finding: Equatable, Sendable {
  /// The state of the part.
  package enum Verdict: String, Sendable {
    /// All is in order.
    case good
    /// A standard asks for more than what is built in.
    case note
    /// The part works as promised, but with less, or a standard asks for more than what was set.
    case warning
    /// A promise of signin does not hold here.
    case bad

    /// The word for people.
    package var text: String {
      switch self {
      case .good: translated("good")
      case .note: translated("note")
      case .warning: translated("warning")
      case .bad: translated("bad")
      }
    }
  }

  /// The part that was checked. The raw values are for programs.
  package enum Part: String, CaseIterable, Sendable {
    case program, terminal, size, colours, locale, widths, store, key, modes, durability, server, connection, role,
      clock,
      provider, log, memory, hash, password, throttle, settings

    /// The name for people, at most 12 columns wide.
    package var text: String {
      switch self {
      case .program: translated("program")
      case .terminal: translated("terminal")
      case .size: translated("size")
      case .colours: translated("colours")
      case .locale: translated("locale")
      case .widths: translated("widths")
      case .store: translated("store")
      case .key: translated("key")
      case .modes: translated("modes")
      case .durability: translated("durability")
      case .server: translated("server")
      case .connection: translated("connection")
      case .role: translated("role")
      case .clock: translated("clock")
      case .provider: translated("provider")
      case .log: translated("log")
      case .memory: translated("memory")
      case .hash: translated("hash")
      case .password: translated("password")
      case .throttle: translated("throttle")
      case .settings: translated("settings")
      }
    }
  }

  package let part: Part
  package let verdict: Verdict
  /// The observation and, unless all is good, the fix.
  package let text: String

  package static func good(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .good, text: text) }
  package static func note(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .note, text: text) }
  package static func warning(_ part: Part, _ text: String) -> Finding {
    Finding(part: part, verdict: .warning, text: text)
  }
  package static func bad(_ part: Part, _ text: String) -> Finding { Finding(part: part, verdict: .bad, text: text) }

  /// The finding, from one program to another: part, verdict and text on one line, with tabs between.
  package var line: String {
    let words = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    return [part.rawValue, verdict.rawValue, words].joined(separator: "\t")
  }

  /// The finding in ``line``; nil if there is none.
  package init?(line: Substring) {
    let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      .map { String($0) }
    guard fields.count == 3, let part = Part(rawValue: fields[0]), let verdict = Verdict(rawValue: fields[1]) else {
      return nil
    }
    self.init(part: part, verdict: verdict, text: fields[2])
  }

  private init(part: Part, verdict: Verdict, text: String) {
    (self.part, self.verdict, self.text) = (part, verdict, text)
  }
}
