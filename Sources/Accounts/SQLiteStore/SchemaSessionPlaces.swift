extension Schema {
  /// Where sessions were opened; NULL in those that are older.
  static let placesOfSessions = """
    ALTER TABLE session ADD COLUMN tty TEXT;
    ALTER TABLE session ADD COLUMN host TEXT;
    ALTER TABLE session ADD COLUMN program TEXT;
    """
}
