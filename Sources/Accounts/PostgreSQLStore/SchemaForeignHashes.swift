extension PostgreSQLSchema {
  /// Finds the dearest hash of each scheme that is not ours. See Decisions/0166-hashes-of-others.md.
  static let foreignHashes = """
    CREATE INDEX account_foreign ON signin.account (hash COLLATE "C") WHERE \(isForeign)
    """

  /// Queries use the index only if they have the same terms.
  static let isForeign = """
    hash COLLATE "C" > '$import$' AND hash COLLATE "C" < '$import%'
    """
}
