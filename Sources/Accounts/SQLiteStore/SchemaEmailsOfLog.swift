extension Schema {
  /// The emails of the log, each once, and their index: a search over all emails finds the emails with a word there, and
  /// then their attempts by tag. See Decisions/0134-search-over-everybody.md.
  static let emailsOfLog = """
    CREATE TABLE attempt_email (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE               -- the email in lower case
    ) STRICT;
    INSERT INTO attempt_email (key) SELECT DISTINCT key FROM attempt;

    CREATE VIRTUAL TABLE attempt_email_text USING fts5 (
      key, content = 'attempt_email', content_rowid = 'id', columnsize = 0, tokenize = 'trigram'
    );
    INSERT INTO attempt_email_text (attempt_email_text) VALUES ('rebuild');
    CREATE TRIGGER attempt_email_added AFTER INSERT ON attempt_email BEGIN
      INSERT INTO attempt_email_text (rowid, key) VALUES (new.id, new.key);
    END;
    CREATE TRIGGER attempt_email_removed AFTER DELETE ON attempt_email BEGIN
      INSERT INTO attempt_email_text (attempt_email_text, rowid, key) VALUES ('delete', old.id, old.key);
    END;

    CREATE TRIGGER attempt_of_new_email AFTER INSERT ON attempt
    WHEN NOT EXISTS (SELECT 1 FROM attempt_email WHERE key = new.key) BEGIN
      INSERT INTO attempt_email (key) VALUES (new.key);
    END;
    CREATE TRIGGER attempt_last_of_email AFTER DELETE ON attempt
    WHEN NOT EXISTS (SELECT 1 FROM attempt WHERE key = old.key) BEGIN
      DELETE FROM attempt_email WHERE key = old.key;
    END;
    -- A name that turned out to be an account's.
    CREATE TRIGGER attempt_of_other_email AFTER UPDATE OF key ON attempt WHEN new.key <> old.key BEGIN
      INSERT INTO attempt_email (key)
      SELECT new.key WHERE NOT EXISTS (SELECT 1 FROM attempt_email WHERE key = new.key);
      DELETE FROM attempt_email
      WHERE key = old.key AND NOT EXISTS (SELECT 1 FROM attempt WHERE key = old.key);
    END;
    """
}
