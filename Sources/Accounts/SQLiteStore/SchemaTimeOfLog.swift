extension Schema {
  /// The time of the log, which never goes back. Mostly it is that of the clock, and takes no space. See
  /// Decisions/0128-log-only-grows.md.
  static let timeOfLog = """
    ALTER TABLE attempt ADD COLUMN logged INTEGER;  -- where the clock was behind an earlier row: the time of that row
    UPDATE attempt SET logged = risen.at
    FROM (SELECT id, max(at) OVER (ORDER BY id) AS at FROM attempt) AS risen
    WHERE attempt.id = risen.id AND risen.at > attempt.at;
    """
}
