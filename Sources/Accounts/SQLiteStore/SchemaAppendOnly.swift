extension Schema {
  /// The log only grows. Rows change in two ways: a pending attempt is settled, and a blocked one joins a row of blocked
  /// ones. Only pruning removes rows, in a transaction that says so first. See Decisions/0128-log-only-grows.md.
  static let appendOnlyLog = """
    -- The moment before which rows may be removed: one row while the store prunes, none at any other time.
    CREATE TABLE attempt_pruning (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      before INTEGER NOT NULL
    ) STRICT;

    CREATE TRIGGER attempt_not_replaced BEFORE INSERT ON attempt
    WHEN EXISTS (SELECT 1 FROM attempt WHERE id = new.id) BEGIN
      SELECT RAISE(ABORT, 'the log only grows');
    END;
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
      )
    ) BEGIN
      SELECT RAISE(ABORT, 'the log only grows');
    END;
    CREATE TRIGGER attempt_not_removed BEFORE DELETE ON attempt
    WHEN NOT EXISTS (SELECT 1 FROM attempt_pruning WHERE old.at < before) BEGIN
      SELECT RAISE(ABORT, 'the log only grows');
    END;
    """
}
