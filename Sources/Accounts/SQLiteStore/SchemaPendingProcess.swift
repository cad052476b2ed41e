extension Schema {
  /// The process that verifies an attempt. Once it has ended, nobody settles the attempt any more.
  static let processOfPending = """
    ALTER TABLE throttle_pending ADD COLUMN process TEXT;  -- see ProcessIdentity; NULL if unknown
    """
}
