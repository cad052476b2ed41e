internal import Identity
internal import Secrets

extension ForeignHash {
  /// The costliest hash of each scheme.
  static let costliest = Statement(
    Scheme.allCases.map { scheme in
      let prefix = Self.prefix(of: scheme)
      // The colon is the next character after the digits.
      return """
        (SELECT hash FROM signin.account WHERE \(PostgreSQLSchema.isForeign)
        AND hash COLLATE "C" > '\(prefix)' AND hash COLLATE "C" < '\(prefix):' ORDER BY hash COLLATE "C" DESC LIMIT 1)
        """
    }.joined(separator: " UNION ALL "))

  /// The hashes in the rows of that statement. A damaged one is none.
  static func hashes(in rows: Rows) -> [ForeignHash] {
    rows.map { row in (try? row.text("hash")).flatMap { try? PasswordHash(phc: $0).foreign } }.compactMap(\.self)
  }
}
