/// Which attempts of the log are asked for.
public struct AttemptQuery: Sendable, Hashable {
  /// Whose; nil for those of every email ever typed.
  public let email: EmailAddress?
  /// What is to be found in them.
  public let search: AttemptSearch

  /// The attempts of `email` that hold `search`; all of them when it is empty.
  public init(email: EmailAddress?, search: AttemptSearch = AttemptSearch("")) {
    self.email = email
    self.search = search
  }
}

/// What somebody looks for in the log: words, each of which has to stand in an attempt's outcome, terminal, host or program; or
/// in its email too, where the attempts of every email are asked for. Upper and lower case are the same. An outcome is found by
/// its name in the language of whoever searches as well.
public struct AttemptSearch: Sendable, Hashable {
  /// The words, without blanks and control characters, in the order they were typed.
  public let words: [String]

  /// Only so many words of a text count, so that nobody can make a store busy by a long one.
  public static let mostWords = 16

  /// The outcomes in whose names a word stands, where they are called otherwise than in the store.
  private let named: [String: [AttemptOutcome]]

  /// The words of `text`. That it has none means that everything is asked for.
  /// - Parameter name: What whoever searches calls an outcome.
  public init(_ text: String, naming name: (AttemptOutcome) -> String = \.rawValue) {
    let words = text.split { character in
      character.isWhitespace || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    self.words = words.prefix(Self.mostWords).map(String.init)
    let names = AttemptOutcome.allCases.map { ($0, name($0).lowercased()) }.filter { $0.0.rawValue != $0.1 }
    named = Dictionary(self.words.map { ($0, Self.outcomes(in: names, named: $0.lowercased())) }) { first, _ in first }
  }

  /// The outcomes that `word` means, besides those that it is found in.
  public func outcomes(named word: String) -> [AttemptOutcome] { named[word] ?? [] }

  private static func outcomes(in names: [(AttemptOutcome, String)], named word: String) -> [AttemptOutcome] {
    names.filter { _, name in name.indices.contains { name[$0...].hasPrefix(word) } }.map(\.0)
  }

  /// Whether nothing particular is looked for.
  public var isEmpty: Bool { words.isEmpty }
}

/// A part of the log, newest first.
public struct AttemptPage: Sendable, Hashable {
  /// The attempts.
  public let attempts: [Attempt]
  /// From before which attempt on there may be more; nil when these were the last.
  public let next: AttemptID?

  /// These attempts, and where they go on.
  public init(attempts: [Attempt], next: AttemptID?) {
    self.attempts = attempts
    self.next = next
  }
}

extension AttemptLog {
  /// How many attempts of `email` came to nothing between its last two sign-ins: what its owner is told of after signing in.
  /// 0 when there was one sign-in only; counted in the newest 1,000 attempts.
  public func failuresBetweenSignIns(of email: EmailAddress) async throws(StoreError) -> Int {
    let page = try await page(of: AttemptQuery(email: email), before: nil, limit: 1_000)
    let earlier = page.attempts.drop { $0.outcome != .signedIn }.dropFirst()
    let failures = earlier.prefix { $0.outcome != .signedIn }
    return failures.count < earlier.count || page.next != nil ? failures.count : 0
  }
}
