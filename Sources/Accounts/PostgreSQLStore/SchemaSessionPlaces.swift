extension PostgreSQLSchema {
  /// Where sessions were opened; NULL in those that are older.
  static let placesOfSessions = """
    ALTER TABLE signin.session ADD COLUMN tty text, ADD COLUMN host text, ADD COLUMN program text
    """
}
