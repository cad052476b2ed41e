extension Schema {
  /// Second steps, and passwords that end.
  static let secondSteps = """
    ALTER TABLE account ADD COLUMN password_set INTEGER;  -- NULL: when the account was added
    ALTER TABLE account ADD COLUMN one_time INTEGER NOT NULL DEFAULT 0;  -- the password is good for one sign-in

    CREATE TABLE second_step (
      account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
      secret BLOB NOT NULL,                  -- sealed
      used INTEGER NOT NULL,                 -- time step of the last code used
      wrong INTEGER NOT NULL DEFAULT 0       -- wrong codes in a row
    ) STRICT;

    CREATE TABLE recovery_code (
      account INTEGER NOT NULL REFERENCES second_step (account) ON DELETE CASCADE,
      digest BLOB NOT NULL,
      PRIMARY KEY (account, digest)
    ) STRICT, WITHOUT ROWID;
    """
}
