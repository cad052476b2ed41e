import SQLite

/// The tables, and the steps that bring an older store up to date.
enum Schema {
  /// `PRAGMA application_id` of a store: "sgin". It distinguishes our databases from others.
  static let applicationID: Int32 = 0x7367_696E

  /// The steps: step n takes a store from version n to n + 1. A released step never changes.
  static let steps = [
    first, second, failuresBySource, logOfChanges, dearestHash, timeOfLog, subjects, secondSteps, sessionUsers,
    appendOnlyLog, emailsOfLog, processOfPending, loginKey, throttlePairs, foreignHashes, placesOfSessions, renaming,
  ]

  /// Times are milliseconds since 1970 UTC. All tables are STRICT, so that a column holds only its own type.
  private static let first = """
    CREATE TABLE account (
      id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice
      email TEXT NOT NULL,                   -- as typed
      key TEXT NOT NULL UNIQUE,              -- the same in lower case
      hash TEXT NOT NULL,                    -- PHC string
      locked INTEGER NOT NULL DEFAULT 0,
      revision INTEGER NOT NULL DEFAULT 1,   -- grows with every change
      added INTEGER NOT NULL,
      signed_in INTEGER                      -- last time
    ) STRICT;

    CREATE TABLE session (
      id TEXT PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      digest BLOB NOT NULL UNIQUE,           -- SHA-256 of the token
      opened INTEGER NOT NULL,
      used INTEGER NOT NULL,                 -- last time
      idle INTEGER NOT NULL,                 -- lifetime without use, in milliseconds
      absolute INTEGER NOT NULL,             -- lifetime in all, in milliseconds
      expires INTEGER NOT NULL               -- what follows from the four
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_account ON session (account);
    CREATE INDEX session_expires ON session (expires);

    -- Every try, one row; of emails without an account too, so there is no reference to one.
    CREATE TABLE attempt (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      email TEXT NOT NULL,                   -- as typed
      key TEXT NOT NULL,                     -- the same in lower case
      tag TEXT NOT NULL,                     -- stands for the key in the index below
      outcome TEXT NOT NULL,
      tty TEXT NOT NULL,
      uid INTEGER NOT NULL,
      host TEXT NOT NULL,
      program TEXT NOT NULL
    ) STRICT;
    CREATE INDEX attempt_key ON attempt (key, id);

    -- Finds tries by any three letters or more. The tag is a column of it, because the account has to be narrowed down
    -- within the index: joined afterwards, a page of a million rows takes half a second.
    CREATE VIRTUAL TABLE attempt_text USING fts5 (
      tag, outcome, tty, host, program,
      content = 'attempt', content_rowid = 'id', columnsize = 0, tokenize = 'trigram'
    );
    CREATE TRIGGER attempt_added AFTER INSERT ON attempt BEGIN
      INSERT INTO attempt_text (rowid, tag, outcome, tty, host, program)
      VALUES (new.id, new.tag, new.outcome, new.tty, new.host, new.program);
    END;
    CREATE TRIGGER attempt_removed AFTER DELETE ON attempt BEGIN
      INSERT INTO attempt_text (attempt_text, rowid, tag, outcome, tty, host, program)
      VALUES ('delete', old.id, old.tag, old.outcome, old.tty, old.host, old.program);
    END;
    CREATE TRIGGER attempt_settled AFTER UPDATE ON attempt BEGIN
      INSERT INTO attempt_text (attempt_text, rowid, tag, outcome, tty, host, program)
      VALUES ('delete', old.id, old.tag, old.outcome, old.tty, old.host, old.program);
      INSERT INTO attempt_text (rowid, tag, outcome, tty, host, program)
      VALUES (new.id, new.tag, new.outcome, new.tty, new.host, new.program);
    END;

    -- Failures in a row, of an email or of a source.
    CREATE TABLE throttle (
      key TEXT PRIMARY KEY,
      failures INTEGER NOT NULL,
      last INTEGER NOT NULL,
      previous INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The widest range of password lengths ever in force: one row, or none.
    CREATE TABLE password_length (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      least INTEGER NOT NULL,
      most INTEGER NOT NULL
    ) STRICT;
    """

  private static let second = """
    -- When the machine that tries were charged on last was started, by its clock as it was set then: one row, or none.
    CREATE TABLE machine_start (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      boot TEXT NOT NULL,
      moment INTEGER NOT NULL
    ) STRICT;
    """

  /// Takes the store from `version` to the newest one, in the transaction under way.
  static func migrate(_ db: Database, from version: Int) throws {
    for step in steps[version...] { try db.execute(script: step) }
    try db.execute("PRAGMA user_version = \(steps.count)")
    try db.execute("PRAGMA application_id = \(applicationID)")
  }
}
