import SQLite
import Identity
import Store
import Synchronization

/// Writes each new row of the log to a journal as well, each new outcome, and each blocked attempt that joins a row.
///
/// It is a trigger, so no statement can forget it. It runs inside the transaction: if the journal refuses, nothing is
/// done. See Decisions/0099-waits-outside-the-lock.md.
final class JournalTrigger: Sendable {
  /// A journal that was busy at the first record of a transaction. The transaction is undone, and may be done again.
  struct Busy: Error {}

  private struct Transaction {
    /// Whether a record may wait for the journal, while the transaction holds the lock of the store.
    var waits: Bool
    /// The reason of the journal. SQLite passes on only that a function failed.
    var refusal: (any Error)?
  }

  private let journal: any AttemptJournal
  private let transaction = Mutex(Transaction(waits: true))

  init(_ journal: any AttemptJournal) {
    self.journal = journal
  }

  /// Adds the trigger to a connection. Other programs do not see it.
  func attach(to db: Database) throws {
    try db.add(function: "write_to_journal", parameters: 6) { [self] row in try write(row) }
    let call = """
      BEGIN SELECT write_to_journal(new.email, new.outcome, new.tty, new.uid, new.host, new.program); END
      """
    try db.execute(
      script: """
        CREATE TEMP TRIGGER journal_added AFTER INSERT ON main.attempt \(call);
        CREATE TEMP TRIGGER journal_changed AFTER UPDATE OF outcome, times ON main.attempt \(call);
        """)
  }

  /// Begins a transaction. Its first record does not wait for a busy journal unless `waits` is true. Later ones do: the
  /// journal has the first one already, and would get it twice.
  func begin(waits: Bool) {
    transaction.withLock { $0 = Transaction(waits: waits) }
  }

  /// Why the journal refused a row of the transaction: ``Busy`` or its error. Nil if it did not.
  var refusal: (any Error)? { transaction.withLock(\.refusal) }

  /// Waits until the journal is no longer busy.
  func waitUntilReady() throws(StoreError) {
    try journal.waitUntilReady()
  }

  private func write(_ row: borrowing SQLite.Row) throws {
    guard let email = EmailAddress(stored: try row[0]) else { throw DamagedRow() }
    let record = JournalRecord(
      email: email, outcome: AttemptOutcome(rawValue: try row[1]),
      source: AttemptSource(tty: try row[2], uid: try row[3], host: try row[4], program: try row[5]))
    do {
      if transaction.withLock(\.waits) {
        try journal.write(record)
      } else if try !journal.writeAtOnce(record) {
        throw Busy()
      }
      transaction.withLock { $0.waits = true }
    } catch {
      transaction.withLock { $0.refusal = error }
      throw error
    }
  }
}
