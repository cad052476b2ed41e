extension Schema {
  /// Rows of the log change in a third way: an account that gets another email takes its rows along, in a transaction that
  /// says so first. See Decisions/0128-log-only-grows.md.
  static let renaming = """
    -- The email whose rows get another one, and the row before the first: one row while an account is renamed, else none.
    CREATE TABLE attempt_renaming (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      key TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT;

    DROP TRIGGER attempt_not_changed;
    CREATE TRIGGER attempt_not_changed BEFORE UPDATE ON attempt
    WHEN NOT (
      new.id = old.id AND new.at = old.at AND new.tty = old.tty AND new.uid = old.uid AND new.host = old.host
      AND new.program = old.program AND new.logged IS old.logged
      AND (
        -- settled, perhaps for the account that a name turned out to be
        old.outcome = 'pending' AND new.outcome <> 'pending' AND new.times = old.times AND new.until IS old.until
        -- one blocked attempt more
        OR old.outcome = 'throttled' AND new.outcome = 'throttled' AND new.times > old.times
        AND new.email = old.email AND new.key = old.key AND new.tag = old.tag
        -- of an account with another email
        OR new.outcome = old.outcome AND new.times = old.times AND new.until IS old.until
        AND EXISTS (SELECT 1 FROM attempt_renaming WHERE key = old.key AND since < old.id)
      )
    ) BEGIN
      SELECT RAISE(ABORT, 'the log only grows');
    END;
    CREATE TRIGGER attempt_renamed AFTER UPDATE OF tag ON attempt
    WHEN new.tag <> old.tag AND new.outcome = old.outcome BEGIN
      INSERT INTO attempt_text (attempt_text, rowid, tag, outcome, tty, host, program)
      VALUES ('delete', old.id, old.tag, old.outcome, old.tty, old.host, old.program);
      INSERT INTO attempt_text (rowid, tag, outcome, tty, host, program)
      VALUES (new.id, new.tag, new.outcome, new.tty, new.host, new.program);
    END;
    """
}
