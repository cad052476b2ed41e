/// The choice of attempts to read from the log.
public struct AttemptQuery: Sendable, Hashable, Codable {
  /// The email of the attempts, or nil for the attempts of every email.
  public let email: EmailAddress?
  /// The reader of the attempts.
  public let reader: AttemptReader
  /// The text that the attempts must match.
  public let search: AttemptSearch
  /// The reader, if they have signed in. Once they are no longer the owner, reading throws
  /// ``ServiceFault/sessionEnded``. It never comes from another program.
  public private(set) var member: Owner?

  private enum CodingKeys: CodingKey {
    case email, reader, search
  }

  /// The attempts of `email` that match `search`, or all of them if it is empty, for an administrator.
  public init(email: EmailAddress?, search: AttemptSearch = AttemptSearch("")) {
    self.email = email
    self.search = search
    reader = .administrator
  }

  /// The same search, for an administrator who asks for the attempts of another email.
  public func replacingEmail(by email: EmailAddress) -> AttemptQuery { AttemptQuery(email: email, search: search) }

  /// The attempts of the account of `member` that match `search`, or all of them if it is empty, for whoever has signed
  /// in to it.
  public init(member: Owner, search: AttemptSearch = AttemptSearch("")) {
    self.init(owner: member.email, search: search)
    self.member = member
  }

  /// The attempts of the account of `owner` that match `search`, or all of them if it is empty, as its owner sees them.
  public init(owner: EmailAddress, search: AttemptSearch = AttemptSearch("")) {
    email = owner
    self.search = search
    reader = .owner
  }
}

/// A reader of attempts.
public enum AttemptReader: String, Sendable, Hashable, Codable {
  /// Sees every row.
  case administrator
  /// Sees the rows since their account was added, and none without an account. Earlier rows of the same email are
  /// another owner's. See Decisions/0128-log-only-grows.md.
  case owner
}

/// A search in the log: words, each of which must be in an attempt's outcome, terminal, host or program. In a search
/// over all emails, a word may also be in the email.
///
/// Upper and lower case are the same. A word also finds an outcome by its name in the user's language, and all failures by
/// theirs; and a date finds the attempts of that time.
public struct AttemptSearch: Sendable, Hashable {
  /// The words in the order typed, without whitespace and control characters.
  public let words: [String]

  /// The most words that count, so that a long text cannot keep the store busy.
  public static let mostWords = 16

  /// For each word, the outcomes whose translated name contains it. Names that equal the raw value are left out.
  private let named: [String: [AttemptOutcome]]

  /// For each word that is a date, its times.
  private let times: [String: SearchedTimes]

  /// The words of `text`. Without words, the search matches every attempt.
  /// - Parameters:
  ///   - name: Returns an outcome's name in the user's language.
  ///   - failures: The words for all failures in the user's language. The first four letters of one find them.
  ///   - dates: Returns the times that words mean, for those that are dates.
  public init(
    _ text: String, naming name: (AttemptOutcome) -> String = \.rawValue, failures: [String] = ["failed"],
    dates: ([String]) -> [String: SearchedTimes] = { _ in [:] }
  ) {
    let words = text.split { character in
      character.isWhitespace || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    self.words = words.prefix(Self.mostWords).map(String.init)
    let names = AttemptOutcome.allCases.map { ($0, name($0).lowercased()) }.filter { $0.0.rawValue != $0.1 }
    let failed = AttemptOutcome.allCases.filter(\.isFailure)
    named = Dictionary(
      self.words.map { word in
        let lower = word.lowercased()
        let isFailure = lower.count >= 4 && failures.contains { $0.lowercased().hasPrefix(lower) }
        return (word, Self.outcomes(in: names, named: lower) + (isFailure ? failed : []))
      }
    ) { first, _ in first }
    times = dates(self.words)
  }

  /// A search for words, of which each also matches the outcomes beside it, as ``outcomes(named:)`` returned them. An
  /// unknown outcome is left out: its text is whatever a program has sent.
  public init(_ words: [(word: String, outcomes: [AttemptOutcome])], times: [String: SearchedTimes] = [:]) {
    self.words = words.prefix(Self.mostWords).map(\.word)
    self.times = times
    named = Dictionary(
      words.prefix(Self.mostWords).map { word, outcomes in (word, AttemptOutcome.allCases.filter(outcomes.contains)) }
    ) { first, _ in first }
  }

  /// The outcomes whose translated name contains `word`, each once and none of them unknown. Matches in the stored
  /// outcome are not included.
  public func outcomes(named word: String) -> [AttemptOutcome] { named[word] ?? [] }

  /// The times that `word` means; nil if it is no date.
  public func times(of word: String) -> SearchedTimes? { times[word] }

  /// The moment before which no attempt can match; nil if any may.
  public var earliest: Timestamp? {
    times.values.filter(\.isOnlyDate).compactMap { $0.ranges.map(\.lowerBound).min() }.max()
  }

  private static func outcomes(in names: [(AttemptOutcome, String)], named word: String) -> [AttemptOutcome] {
    names.filter { _, name in name.indices.contains { name[$0...].hasPrefix(word) } }.map(\.0)
  }

  /// Whether the search matches every attempt.
  public var isEmpty: Bool { words.isEmpty }
}

/// The times that a word of a search means.
public struct SearchedTimes: Sendable, Hashable, Codable {
  /// The times, the earliest first: a day, or the same day of many months.
  public let ranges: [Range<Timestamp>]
  /// Whether the word is nothing but a date. Otherwise it may also be a part of a host's name, as `25` is.
  public let isOnlyDate: Bool

  /// The most ranges that a word has.
  public static let mostRanges = 128

  /// The earliest ``mostRanges`` of them are left out.
  public init(_ ranges: [Range<Timestamp>], isOnlyDate: Bool) {
    self.ranges = ranges.suffix(Self.mostRanges)
    self.isOnlyDate = isOnlyDate
  }

  /// All times: for a word without a time, such as the weekday beside a date.
  public static let always = SearchedTimes(
    [Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)], isOnlyDate: false)

  /// Whether `time` is in one of them.
  public func contains(_ time: Timestamp) -> Bool { ranges.contains { $0.contains(time) } }
}

/// A part of the log, newest first.
public struct AttemptPage: Sendable, Hashable {
  /// The attempts.
  public let attempts: [Attempt]
  /// The attempt before which there may be more, or nil if these were the last.
  public let next: AttemptID?

  /// A page with the given attempts, and the place where the next page begins.
  public init(attempts: [Attempt], next: AttemptID?) {
    self.attempts = attempts
    self.next = next
  }
}
