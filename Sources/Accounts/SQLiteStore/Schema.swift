import SQLite

/// The tables, and the steps that bring an older store up to date.
enum Schema {
  /// `PRAGMA application_id` of a store: "sgin". It distinguishes our databases from others.
  static let applicationID: Int32 = 0x7367_696E

  /// The steps: step n takes a store from version n to n + 1. A released step never changes.
  static let steps = [
    first, second, failuresBySource, logOfChanges, costliestHash, timeOfLog, subjects, secondSteps, sessionUsers,
    appendOnlyLog, emailsOfLog, processOfPending, loginKey, throttlePairs, foreignHashes, placesOfSessions, renaming,
    blockedOfUser, secondKeys,
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

// The later steps, in order.
extension Schema {
  /// Failures are counted for each email and source. The old table's failures of emails stay, under a source that nobody
  /// has, so that an update frees nobody. Its counts of sources had another meaning, so they go.
  static let failuresBySource = """
    CREATE TABLE throttle_run (
      key TEXT NOT NULL,                     -- the email in lower case
      uid INTEGER NOT NULL,
      place TEXT NOT NULL,                   -- with the uid the source
      failures INTEGER NOT NULL,             -- in a row
      since INTEGER NOT NULL,                -- when the source began to count the email
      last INTEGER NOT NULL,
      PRIMARY KEY (key, uid, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX throttle_run_uid ON throttle_run (uid, last);

    -- Attempts that are not settled yet.
    CREATE TABLE throttle_pending (
      attempt INTEGER PRIMARY KEY,
      key TEXT NOT NULL,
      uid INTEGER NOT NULL,
      place TEXT NOT NULL,
      charged INTEGER NOT NULL
    ) STRICT;

    INSERT INTO throttle_run (key, uid, place, failures, since, last)
    SELECT substr(key, 7), 4294967295, 'before', failures, last, last FROM throttle WHERE key LIKE 'email:%';
    DROP TABLE throttle;
    """

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

  /// Finds the costliest hash without reading the others.
  static let costliestHash = "CREATE INDEX account_work ON account (\(hashWork));"

  /// The work of a hash in SQL: memory times passes, of a PHC string that begins with `$argon2id$v=19$m=65536,t=3`. It
  /// is part of the schema, so it never changes: queries use the index only if they have the same expression.
  static let hashWork = """
    CAST(substr(hash, 18) AS INTEGER) * CAST(substr(hash, instr(hash, ',t=') + 3) AS INTEGER)
    """

  /// The time of the log, which never goes back. Mostly it is that of the clock, and takes no space. See
  /// Decisions/0128-log-only-grows.md.
  static let timeOfLog = """
    ALTER TABLE attempt ADD COLUMN logged INTEGER;  -- where the clock was behind an earlier row: the time of that row
    UPDATE attempt SET logged = risen.at
    FROM (SELECT id, max(at) OVER (ORDER BY id) AS at FROM attempt) AS risen
    WHERE attempt.id = risen.id AND risen.at > attempt.at;
    """

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

  /// The users who opened the sessions. NULL for sessions of older stores.
  static let sessionUsers = """
    ALTER TABLE session ADD COLUMN uid INTEGER;
    """

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

  /// The emails of the log, each once, and their index: a search over all emails finds the emails with a word there, and
  /// then their attempts by tag.
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

  /// The process that verifies an attempt. Once it has ended, nobody settles the attempt any more.
  static let processOfPending = """
    ALTER TABLE throttle_pending ADD COLUMN process TEXT;  -- see ProcessIdentity; NULL if unknown
    """

  /// The key by which logins that nobody has are named in the log.
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

  /// The emails that are at home at a source, or wait there.
  static let throttlePairs = """
    CREATE TABLE throttle_pair (
      key TEXT NOT NULL,                     -- the email in lower case
      uid INTEGER NOT NULL,
      place TEXT NOT NULL,                   -- with the uid the source
      succeeded INTEGER,                     -- the last sign-in there
      waiting INTEGER,                       -- the last time at which it was blocked there
      PRIMARY KEY (key, uid, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX throttle_pair_uid ON throttle_pair (uid);
    """

  /// Finds the costliest hash of each scheme that is not ours. Usually there are none. See
  /// Decisions/0166-hashes-of-others.md.
  static let foreignHashes = "CREATE INDEX account_foreign ON account (hash) WHERE \(isForeign);"

  /// Part of the schema, so it never changes: queries use the index only if they have the same terms.
  static let isForeign = "hash > '$import$' AND hash < '$import%'"

  /// Where sessions were opened; NULL in those that are older.
  static let placesOfSessions = """
    ALTER TABLE session ADD COLUMN tty TEXT;
    ALTER TABLE session ADD COLUMN host TEXT;
    ALTER TABLE session ADD COLUMN program TEXT;
    """

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

  /// Finds the rows that the blocked attempts of a user began. See Decisions/0128-log-only-grows.md.
  static let blockedOfUser = "CREATE INDEX attempt_blocked ON attempt (uid) WHERE outcome = 'throttled';"

  /// Keys of second steps. The secret of a second step that has nothing else is empty.
  static let secondKeys = """
    CREATE TABLE second_key (
      account INTEGER NOT NULL REFERENCES second_step (account) ON DELETE CASCADE,
      key BLOB NOT NULL,                     -- as OpenSSH writes it
      name TEXT NOT NULL,
      added INTEGER NOT NULL,
      used INTEGER,                          -- last time
      counter INTEGER NOT NULL,              -- of its device, the highest yet
      verified INTEGER NOT NULL,             -- 1: its device verified its user when it last signed
      PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;
    """
}
