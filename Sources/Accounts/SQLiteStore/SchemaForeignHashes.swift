extension Schema {
  /// Finds the dearest hash of each scheme that is not ours. Usually there are none. See
  /// Decisions/0166-hashes-of-others.md.
  static let foreignHashes = "CREATE INDEX account_foreign ON account (hash) WHERE \(isForeign);"

  /// Part of the schema, so it never changes: queries use the index only if they have the same terms.
  static let isForeign = "hash > '$import$' AND hash < '$import%'"
}
