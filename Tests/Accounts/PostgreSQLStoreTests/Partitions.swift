import PostgreSQLServers

/// The partitions of the log, in stories.
enum Partitions {
  /// A month of 2020 in a log that is kept for 90 days.
  static let old = """
    CREATE TABLE signin.attempt_2020_01 PARTITION OF signin.attempt FOR VALUES FROM ('2020-01-01') TO ('2020-02-01');
    INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program)
    VALUES ('2020-01-02', '2020-01-02', 'old@example.com', 'old@example.com', 'refused', '', 1, '', '');
    INSERT INTO signin.retention (days) VALUES (90)
    """

  static func names(in database: String, of server: PostgreSQLServer) async throws -> [String] {
    try await server.run(
      "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'signin.attempt'::regclass ORDER BY 1",
      in: database
    ).split(separator: "\n").map { String($0).replacing("signin.", with: "") }
  }
}
