extension Schema {
  /// Finds the dearest hash without reading the others.
  static let dearestHash = "CREATE INDEX account_work ON account (\(hashWork));"

  /// The work of a hash in SQL: memory times passes, of a PHC string that begins with `$argon2id$v=19$m=65536,t=3`. It
  /// is part of the schema, so it never changes: queries use the index only if they have the same expression.
  static let hashWork = """
    CAST(substr(hash, 18) AS INTEGER) * CAST(substr(hash, instr(hash, ',t=') + 3) AS INTEGER)
    """
}
