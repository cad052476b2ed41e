public import Identity

extension PostgreSQLStore: SubjectStore {
  /// Returns the account that `subject` is linked to, or nil if there is none.
  public func account(of subject: Subject) async throws(StoreError) -> Account? {
    let rows = try await read(
      """
      SELECT \(Account.columns) FROM \(Account.tables)
      WHERE account.id = (SELECT account FROM signin.identity WHERE provider = $1 AND subject = $2)
      """,
      [Value(subject.provider), Value(subject.id)])
    return try decoded { try rows.first.map(Account.init) }
  }

  /// Returns the subjects that the account of `email` is linked to.
  public func subjects(of email: EmailAddress) async throws(StoreError) -> [Subject] {
    let rows = try await read(
      """
      SELECT provider, subject FROM signin.identity WHERE account = (SELECT id FROM signin.account WHERE key = $1)
      ORDER BY provider, subject
      """,
      [Value(email.key)])
    return try decoded { try rows.map { Subject(provider: try $0.text("provider"), id: try $0.text("subject")) } }
  }

  /// Links `subject` to the account of `email`, unless it is linked to another one or needs no link.
  public func link(
    _ subject: Subject, to email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking {
    guard !subject.isOurs else { return .ours }
    return try await write { transaction in
      let now = try transaction.lock([.email(email.key), .subject(subject)] + Lock.names(of: subject))
      guard let account = try transaction.account(of: email) else { return .missing }
      return try transaction.link(subject, to: account, from: source, at: now)
    }
  }

  /// Links `subject` to the account of a session that is open.
  public func link(
    _ subject: Subject, to account: Account, in session: SessionID, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking {
    guard !subject.isOurs else { return .ours }
    return try await write { [clock] transaction in
      let now = try transaction.lock([.email(account.email.key), .subject(subject)] + Lock.names(of: subject))
      let owner = OwnerCondition(Owner(of: account, in: session), at: clock)
      guard try !transaction.run([owner.query])[0].isEmpty else { return .missing }
      return try transaction.link(subject, to: account, from: source, at: now)
    }
  }

  /// Ends the link of `subject` to the account of `email`, and the account's sessions.
  public func unlink(
    _ subject: Subject, of email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> Bool {
    try await write { transaction in
      let now = try transaction.lock([.email(email.key), .subject(subject)] + Lock.names(of: subject))
      guard let account = try transaction.account(of: email), try transaction.holder(of: subject) == account.id else {
        return false
      }
      try transaction.run(
        "DELETE FROM signin.identity WHERE provider = $1 AND subject = $2",
        [Value(subject.provider), Value(subject.id)])
      try transaction.disownFailures(of: subject)
      try transaction.endTrust(in: account)
      try transaction.log(.unlinked, of: account.email, from: source, at: now)
      return true
    }
  }

  /// Adds an account without a password, linked to `subject`.
  public func add(
    _ email: EmailAddress, linkedTo subject: Subject, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    try await write { transaction in
      let now = try transaction.lock(
        [.accounts, .email(email.key), .subject(subject)] + Lock.names(of: subject))
      if condition == .onlyFirst, try !transaction.hasNoAccounts() { return .notFirst }
      guard !subject.isOurs, try transaction.holder(of: subject) == nil,
        let account = try transaction.add(email, nil, from: source, at: now)
      else { return .exists }
      try transaction.adoptFailures(of: email)
      try transaction.link(subject, to: account)
      return .added
    }
  }
}

extension Lock {
  /// The failures of the names that a subject is linked by.
  fileprivate static func names(of subject: Subject) -> [Lock] { subject.loginNames.map { .email($0.email.key) } }
}

extension Transaction {
  /// The subjects that an account is linked to.
  func subjects(of account: Account) throws -> [Subject] {
    try run("SELECT provider, subject FROM signin.identity WHERE account = $1", [Value(account.id)]).map {
      Subject(provider: try $0.text("provider"), id: try $0.text("subject"))
    }
  }

  /// The number of the account that `subject` is linked to.
  func holder(of subject: Subject) throws -> Int64? {
    try run(
      "SELECT account FROM signin.identity WHERE provider = $1 AND subject = $2",
      [Value(subject.provider), Value(subject.id)]
    ).first?.number("account")
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
    try run(
      "INSERT INTO signin.identity (provider, subject, account) VALUES ($1, $2, $3)",
      [Value(subject.provider), Value(subject.id), Value(account)])
    try adoptFailures(of: subject)
  }
}
