extension Schema {
  /// Where sessions were opened; NULL in those that are older.
  static let placesOfSessions = """
    ALTER TABLE session ADD COLUMN tty TEXT;
    ALTER TABLE session ADD COLUMN host TEXT;
    ALTER TABLE session ADD COLUMN program TEXT;
    """

  /// The users who opened the sessions. NULL for sessions of older stores.
  static let sessionUsers = """
    ALTER TABLE session ADD COLUMN uid INTEGER;
    """
}
