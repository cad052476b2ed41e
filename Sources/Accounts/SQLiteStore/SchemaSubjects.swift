extension Schema {
  /// The accounts of subjects. Both columns are compared byte for byte.
  static let subjects = """
    CREATE TABLE identity (
      provider TEXT NOT NULL,
      subject TEXT NOT NULL,                 -- what never changes at the provider
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      PRIMARY KEY (provider, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX identity_account ON identity (account);
    """
}
