extension Schema {
  /// The key by which logins that nobody has are named in the log. See Decisions/0165-unknown-logins.md.
  static let loginKey = """
    CREATE TABLE login_key (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      key BLOB NOT NULL
    ) STRICT;
    INSERT INTO login_key (only, key) VALUES (1, randomblob(32));

    -- The addresses of such logins have one tag, and are no emails to look up: an attempt with one that is new writes as
    -- much as one with an account's.
    DROP TRIGGER attempt_of_new_email;
    CREATE TRIGGER attempt_of_new_email AFTER INSERT ON attempt
    WHEN NOT (new.key LIKE 'unknown@%' AND instr(new.key, '.') = 0)
      AND NOT EXISTS (SELECT 1 FROM attempt_email WHERE key = new.key) BEGIN
      INSERT INTO attempt_email (key) VALUES (new.key);
    END;
    """
}
