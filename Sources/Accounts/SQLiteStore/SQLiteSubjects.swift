import SQLite
public import Identity

extension SQLiteStore: SubjectStore {
  /// Returns the account that `subject` is linked to, or nil if there is none.
  public func account(of subject: Subject) async throws(StoreError) -> Account? {
    try await read { db in
      try db.first(
        """
        SELECT \(Account.columns) FROM \(Account.tables)
        WHERE id = (SELECT account FROM identity WHERE provider = ? AND subject = ?)
        """, [subject.provider, subject.id], Account.init)
    }
  }

  /// Returns the subjects that the account of `email` is linked to.
  public func subjects(of email: EmailAddress) async throws(StoreError) -> [Subject] {
    try await read { db in
      try db.rows(
        """
        SELECT provider, subject FROM identity WHERE account = (SELECT id FROM account WHERE key = ?)
        ORDER BY provider, subject
        """, [email.key]
      ) { row in Subject(provider: try row["provider"], id: try row["subject"]) }
    }
  }

  /// Links `subject` to the account of `email`, unless it is linked to another one or needs no link.
  public func link(
    _ subject: Subject, to email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking {
    guard !subject.isOurs else { return .ours }
    return try await write { [clock] db in
      guard let account = try db.account(of: email) else { return .missing }
      return try db.link(subject, to: account, from: source, at: clock.now())
    }
  }

  /// Links `subject` to the account of a session that is open.
  public func link(
    _ subject: Subject, to account: Account, in session: SessionID, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking {
    guard !subject.isOurs else { return .ours }
    let owner = Owner(of: account, in: session)
    return try await write { [clock] db in
      let now = clock.now()
      guard try db.firstNumber(for: owner, at: now) != nil else { return .missing }
      return try db.link(subject, to: account, from: source, at: now)
    }
  }

  /// Ends the link of `subject` to the account of `email`, and the account's sessions.
  public func unlink(
    _ subject: Subject, of email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> Bool {
    try await write { [clock] db in
      guard let account = try db.account(of: email), try db.holder(of: subject) == account.id else { return false }
      try db.execute(
        "DELETE FROM identity WHERE provider = ? AND subject = ?", [subject.provider, subject.id])
      try db.disownFailures(of: subject)
      try db.execute("UPDATE account SET revision = revision + 1 WHERE id = ?", [account.id])
      try db.execute("DELETE FROM session WHERE account = ?", [account.id])
      try db.log(.unlinked, of: account.email, from: source, at: clock.now())
      return true
    }
  }

  /// Adds an account without a password, linked to `subject`.
  public func add(
    _ email: EmailAddress, linkedTo subject: Subject, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    try await write { [clock] db in
      if condition == .onlyFirst, try !db.hasNoAccounts() { return .notFirst }
      guard !subject.isOurs, try db.holder(of: subject) == nil,
        try db.add(email, nil, from: source, at: clock.now()), let account = try db.account(of: email)
      else { return .exists }
      try db.adoptFailures(of: [email])
      try db.link(subject, to: account.id)
      return .added
    }
  }
}

extension Database {
  /// The subjects that an account is linked to.
  func subjects(of account: Int64) throws -> [Subject] {
    try rows("SELECT provider, subject FROM identity WHERE account = ?", [account]) { row in
      Subject(provider: try row["provider"], id: try row["subject"])
    }
  }

  /// The number of the account that `subject` is linked to.
  func holder(of subject: Subject) throws -> Int64? {
    try value(
      "SELECT account FROM identity WHERE provider = ? AND subject = ?",
      [subject.provider, subject.id])
  }

  fileprivate func link(
    _ subject: Subject, to account: Account, from source: AttemptSource, at now: Timestamp
  ) throws -> SubjectLinking {
    if let holder = try holder(of: subject) { return holder == account.id ? .linked : .taken }
    try link(subject, to: account.id)
    try log(.linked, of: account.email, from: source, at: now)
    return .linked
  }

  fileprivate func link(_ subject: Subject, to account: Int64) throws {
    try execute(
      "INSERT INTO identity (provider, subject, account) VALUES (?, ?, ?)",
      [subject.provider, subject.id, account])
    try adoptFailures(of: subject)
  }
}
