import GRDB
public import Identity

extension SQLiteStore: SubjectStore {
  /// Returns the account that `subject` is linked to, or nil if there is none.
  public func account(of subject: Subject) async throws(StoreError) -> Account? {
    try await read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT \(Account.columns) FROM \(Account.tables)
          WHERE id = (SELECT account FROM identity WHERE provider = ? AND subject = ?)
          """,
        arguments: [subject.provider, subject.id]
      ).map(Account.init)
    }
  }

  /// Links `subject` to the account of `email`, unless it is linked to another one or needs no link.
  public func link(_ subject: Subject, to email: EmailAddress) async throws(StoreError) -> SubjectLinking {
    guard !subject.isOurs else { return .ours }
    return try await write { db in
      let account = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = ?", arguments: [email.key])
      guard let account else { return .missing }
      try db.execute(
        sql: "INSERT INTO identity (provider, subject, account) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        arguments: [subject.provider, subject.id, account])
      let linked = try Int64.fetchOne(
        db, sql: "SELECT account FROM identity WHERE provider = ? AND subject = ?",
        arguments: [subject.provider, subject.id])
      return linked == account ? .linked : .taken
    }
  }

  /// Ends the link of `subject`.
  public func unlink(_ subject: Subject) async throws(StoreError) {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM identity WHERE provider = ? AND subject = ?", arguments: [subject.provider, subject.id])
    }
  }
}
