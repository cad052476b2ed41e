extension Schema {
  /// Rows that stand for several blocked attempts, and the row after which an account's own rows begin.
  static let logOfChanges = """
    ALTER TABLE attempt ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE attempt ADD COLUMN until INTEGER;  -- time of the last, if there are several

    -- The index knows the outcome, but not how often it happened.
    DROP TRIGGER attempt_settled;
    CREATE TRIGGER attempt_settled AFTER UPDATE OF outcome ON attempt BEGIN
      INSERT INTO attempt_text (attempt_text, rowid, tag, outcome, tty, host, program)
      VALUES ('delete', old.id, old.tag, old.outcome, old.tty, old.host, old.program);
      INSERT INTO attempt_text (rowid, tag, outcome, tty, host, program)
      VALUES (new.id, new.tag, new.outcome, new.tty, new.host, new.program);
    END;

    -- The newest attempt when the account was added. Its owner sees later ones only.
    ALTER TABLE account ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
    UPDATE account SET since = ifnull(
      (SELECT max(id) FROM attempt WHERE attempt.key = account.key AND at < account.added), 0);
    """
}
