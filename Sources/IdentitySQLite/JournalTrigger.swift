import GRDB
import Identity
import Synchronization

/// Writes each new row of the log to a journal as well, each new outcome, and each blocked attempt that joins a row.
///
/// It is a trigger, so no statement can forget it. It runs inside the transaction: if the journal refuses, nothing is
/// done. See Decisions/0093-journal.md.
final class JournalTrigger: Sendable {
  private let journal: any AttemptJournal
  /// The reason of the journal. SQLite passes on only that a function failed.
  private let refusal = Mutex<StoreError?>(nil)

  init(_ journal: any AttemptJournal) {
    self.journal = journal
  }

  /// Adds the trigger to a connection. Other programs do not see it.
  func attach(to db: Database) throws {
    db.add(
      function: DatabaseFunction("write_to_journal", argumentCount: 6) { [self] values in
        try write(values)
        return nil
      })
    let call = """
      BEGIN SELECT write_to_journal(new.email, new.outcome, new.tty, new.uid, new.host, new.program); END
      """
    try db.execute(
      sql: """
        CREATE TEMP TRIGGER journal_added AFTER INSERT ON main.attempt \(call);
        CREATE TEMP TRIGGER journal_changed AFTER UPDATE OF outcome, times ON main.attempt \(call);
        """)
  }

  /// Returns why the journal refused a row since the last call, or nil.
  func takeRefusal() -> StoreError? {
    refusal.withLock { refusal in
      defer { refusal = nil }
      return refusal
    }
  }

  private func write(_ values: [DatabaseValue]) throws {
    guard values.count == 6, let email = String.fromDatabaseValue(values[0]).flatMap(EmailAddress.init(stored:)),
      let outcome = String.fromDatabaseValue(values[1]), let tty = String.fromDatabaseValue(values[2]),
      let uid = UInt32.fromDatabaseValue(values[3]), let host = String.fromDatabaseValue(values[4]),
      let program = String.fromDatabaseValue(values[5])
    else { throw DamagedRow() }
    let record = JournalRecord(
      email: email, outcome: AttemptOutcome(rawValue: outcome),
      source: AttemptSource(tty: tty, uid: uid, host: host, program: program))
    do throws(StoreError) {
      try journal.write(record)
    } catch {
      refusal.withLock { $0 = error }
      throw error
    }
  }
}
