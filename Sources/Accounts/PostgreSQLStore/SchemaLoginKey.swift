extension PostgreSQLSchema {
  /// The key of the digests of unknown logins in the log. See Decisions/0165-unknown-logins.md.
  static let loginKey = """
    CREATE TABLE signin.login_key (
      single boolean PRIMARY KEY CHECK (single),
      key bytea NOT NULL
    )

    -- 32 bytes of 244 random bits.
    INSERT INTO signin.login_key (single, key)
    VALUES (true, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
    """
}
