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
}
