extension Schema {
  /// The users who opened the sessions. NULL for sessions of older stores.
  static let sessionUsers = """
    ALTER TABLE session ADD COLUMN uid INTEGER;
    """
}
