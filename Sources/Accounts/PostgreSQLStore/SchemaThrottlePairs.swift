extension PostgreSQLSchema {
  /// The emails that are at home at a source, or wait there.
  static let throttlePairs = """
    CREATE TABLE signin.throttle_pair (
      key text COLLATE "C" NOT NULL,
      uid bigint NOT NULL,
      place text COLLATE "C" NOT NULL,
      succeeded timestamptz,
      waiting timestamptz,
      PRIMARY KEY (key, uid, place)
    ) WITH (fillfactor = 70)

    CREATE INDEX ON signin.throttle_pair (uid)
    """
}
