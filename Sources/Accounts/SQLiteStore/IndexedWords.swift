import SQLite
import Identity
import Store

/// The words of a search that the full-text index looks up: those of three letters and more, because it knows trigrams.
///
/// In a search over all emails, a word may also be in an email. The index of the emails finds those, and the index of the
/// attempts their tags. A word in too many emails is not looked up. An owner's search never asks the index of everybody:
/// its time would tell about others' rows.
struct IndexedWords: Sendable {
  /// The expressions of the index, one for each word.
  private var terms: [String] = []
  private let email: EmailAddress?
  private let words: Int

  /// The emails whose tags are looked up in one search. More of them would take longer than to compare rows.
  static let mostEmails = 100

  /// Nil if no word of `query` is looked up.
  init?(_ query: AttemptQuery, in db: Database) throws {
    (email, words) = (query.email, query.search.words.count)
    var room = Self.mostEmails
    for word in query.search.words {
      let cases = word.likeCases
      guard cases.allSatisfy({ $0.unicodeScalars.count >= 3 }), query.search.times(of: word) == nil else { continue }
      let outcomes = query.search.outcomes(named: word).map { "outcome : ^" + Self.phrase($0.rawValue) }
      let phrases = cases.map(Self.phrase) + outcomes
      var term = "{outcome tty host program} : (\(phrases.joined(separator: " OR ")))"
      if email == nil {
        var tags = try db.tags(ofEmailsWith: cases.map(Self.phrase).joined(separator: " OR "), atMost: room + 1)
        if EmailAddress.unknownMayContain(word) { tags.append(EmailAddress.unknownTag) }
        guard tags.count <= room else { continue }
        room -= tags.count
        if !tags.isEmpty { term += " OR tag : (\(tags.map(Self.phrase).joined(separator: " OR ")))" }
      }
      terms.append("(\(term))")
    }
    if terms.isEmpty { return nil }
  }

  /// Whether every word is looked up. Otherwise the index can find very many rows, of which few are wanted.
  var isComplete: Bool { terms.count == words }

  /// Finds the rows of all emails that have the words.
  var expression: String { terms.joined(separator: " AND ") }

  /// Finds the rows of the email searched for, or is nil in a search over all emails. SQLite reads it apart from
  /// ``expression`` and takes the rows that both find, so nothing in a word can reach other emails' rows.
  var owner: String? { email.map { "tag : \(Self.phrase($0.searchTag))" } }

  /// The text as one string of the index's language, in which only a quote has a meaning.
  private static func phrase(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}

extension String {
  /// LIKE ignores the case of ASCII letters only. Other letters need both cases.
  var likeCases: [String] { utf8.allSatisfy { $0 < 0x80 } ? [self] : [lowercased(), uppercased()] }
}

extension Database {
  /// Returns the newest of the `numbers` whose row fits `expression`. A word that is nowhere is known at once.
  func newestMatch(_ expression: String, among numbers: ClosedRange<Int64>) throws -> Int64? {
    try value(
      """
      SELECT rowid FROM attempt_text WHERE attempt_text MATCH ? AND rowid BETWEEN ? AND ?
      ORDER BY rowid DESC LIMIT 1
      """,
      [expression, numbers.lowerBound, numbers.upperBound])
  }

  fileprivate func tags(ofEmailsWith expression: String, atMost limit: Int) throws -> [String] {
    try rows(
      """
      SELECT key FROM attempt_email
      WHERE id IN (SELECT rowid FROM attempt_email_text WHERE attempt_email_text MATCH ? LIMIT ?)
      """, [expression, limit]
    ) { row in
      guard let email = EmailAddress(stored: try row[0]) else { throw DamagedRow() }
      return email.searchTag
    }
  }
}
