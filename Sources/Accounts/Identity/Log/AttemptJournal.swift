/// A second place for the log. A user who can write the store cannot rewrite what was written there.
///
/// A store writes here every attempt, every outcome and every change, before it keeps them.
public protocol AttemptJournal: Sendable {
  /// Writes one record, and returns when the place has taken it. Waits up to 5 s for it.
  /// - Throws: ``StoreError/notRecorded(_:errorNumber:)`` if it does not take it.
  func write(_ record: JournalRecord) throws(StoreError)

  /// Writes one record if the place takes it at once. Returns false, and writes nothing, if the place is busy.
  /// - Throws: ``StoreError/notRecorded(_:errorNumber:)`` if it cannot take it.
  func writeAtOnce(_ record: JournalRecord) throws(StoreError) -> Bool

  /// Waits up to 5 s until the place is no longer busy.
  /// - Throws: ``StoreError/notRecorded(_:errorNumber:)`` if it still is.
  func waitUntilReady() throws(StoreError)
}

/// One record of a journal.
public struct JournalRecord: Sendable, Hashable {
  /// The email of the account, or the digest of an unknown login: see ``EmailAddress/isUnknown``.
  public let email: EmailAddress
  /// The outcome so far.
  public let outcome: AttemptOutcome
  /// Where it came from.
  public let source: AttemptSource

  /// A record with the given properties.
  public init(email: EmailAddress, outcome: AttemptOutcome, source: AttemptSource) {
    self.email = email
    self.outcome = outcome
    self.source = source
  }
}
