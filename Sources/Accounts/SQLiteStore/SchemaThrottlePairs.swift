extension Schema {
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
}
