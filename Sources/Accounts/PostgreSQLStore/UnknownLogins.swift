internal import Identity
internal import Secrets

// Logins that nobody has. See Decisions/0165-unknown-logins.md.

extension PostgreSQLStore {
  /// The query of what stands for its email, if that has no rows.
  func resolved(_ query: AttemptQuery) async throws(StoreError) -> AttemptQuery {
    guard let email = query.email, query.reader == .administrator, !email.isUnknown,
      try await readPage(
        Statement("SELECT 1 FROM signin.attempt WHERE key = $1 LIMIT 1", [Value(email.key)])
      ).isEmpty,
      // An auditor may not read the key, and finds nothing.
      let rows = try? await read(Transaction.readKey), let key = try? Transaction.key(in: rows)
    else { return query }
    return query.replacingEmail(by: EmailAddress(unknown: email, by: key))
  }
}

extension Transaction {
  /// Returns the account of the login's email, whether an account is linked to its name, and the key by which logins that
  /// nobody has are named. One question, the same for each login.
  func owner(of login: Login) throws -> (account: Account?, isLinked: Bool, key: LoginKey) {
    let (provider, name) = login.linkedName ?? ("", "")
    let rows = try run([
      Account.query(of: login.email),
      // The next character after the slash ends the range.
      Statement(
        """
        SELECT 1 FROM signin.identity
        WHERE provider = $1 AND (subject = $2 OR subject > $2 || '/' AND subject < $2 || '0') LIMIT 1
        """, [Value(provider), Value(name)]),
      Self.readKey,
    ])
    return (try rows[0].first.map(Account.init), !rows[1].isEmpty, try Self.key(in: rows[2]))
  }

  /// The address that stands for `login` if nobody has it.
  func unknown(_ login: EmailAddress) throws -> EmailAddress {
    EmailAddress(unknown: login, by: try Self.key(in: run([Self.readKey])[0]))
  }

  /// Counts the failures of an email that gets its account now as those of the account. Otherwise a block would end, which
  /// would tell that somebody has the email now.
  func adoptFailures(of email: EmailAddress) throws {
    if try hasUnknownFailures() { try moveFailures(of: unknown(email), to: email) }
  }

  /// Whether any failures are counted for logins that nobody has.
  func hasUnknownFailures() throws -> Bool {
    try !run("SELECT 1 FROM signin.throttle_run WHERE key > 'unknown@' AND key < 'unknownA' LIMIT 1").isEmpty
  }

  /// Counts the failures of an email whose account gets another one as those of a login that nobody has, too. Otherwise a
  /// block would end, which would tell that nobody has the email now.
  func copyFailuresToUnknown(_ email: EmailAddress) throws {
    try run(
      """
      INSERT INTO signin.throttle_run (key, uid, place, failures, since, last)
      SELECT $2, uid, place, failures, since, last FROM signin.throttle_run WHERE key = $1
      ON CONFLICT (key, uid, place) DO UPDATE
      SET failures = excluded.failures, since = excluded.since, last = excluded.last
      """, [Value(email.key), Value(unknown(email).key)])
  }

  /// Counts the failures of `old` as those of `new`.
  func moveFailures(of old: EmailAddress, to new: EmailAddress) throws {
    try run(
      ["throttle_run", "throttle_pair"].flatMap { table in
        [
          Statement(
            """
            DELETE FROM signin.\(table) AS row WHERE key = $2 AND EXISTS (
              SELECT 1 FROM signin.\(table) AS old WHERE old.key = $1 AND old.uid = row.uid AND old.place = row.place)
            """, [Value(old.key), Value(new.key)]),
          Statement("UPDATE signin.\(table) SET key = $2 WHERE key = $1", [Value(old.key), Value(new.key)]),
        ]
      })
  }

  static let readKey = Statement("SELECT key FROM signin.login_key")

  static func key(in rows: Rows) throws -> LoginKey {
    guard let key = try rows.first?.optionalBytes("key").flatMap(LoginKey.init) else { throw DamagedRow() }
    return key
  }
}
