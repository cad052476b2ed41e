import Identity
import SQLite
import Secrets

// Logins that nobody has. See Decisions/0165-unknown-logins.md.

extension Database {
  /// The key by which they are named.
  func loginKey() throws -> LoginKey {
    let bytes: [UInt8]? = try value("SELECT key FROM login_key")
    guard let key = bytes.flatMap(LoginKey.init) else { throw DamagedRow() }
    return key
  }

  /// Whether an account is linked to the name, see ``Login/linkedName``.
  func hasLink(to login: Login) throws -> Bool {
    guard let (provider, name) = login.linkedName else { return false }
    // The next character after the slash ends the range.
    let found: Int? = try value(
      "SELECT 1 FROM identity WHERE provider = ?1 AND (subject = ?2 OR subject > ?2 || '/' AND subject < ?2 || '0')",
      [provider, name])
    return found != nil
  }

  /// The query of what stands for its email, if that has no rows.
  func resolved(_ query: AttemptQuery) throws -> AttemptQuery {
    guard let email = query.email, query.reader == .administrator, !email.isUnknown,
      try (value("SELECT 1 FROM attempt WHERE key = ? LIMIT 1", [email.key]) as Int?) == nil
    else { return query }
    return query.replacingEmail(by: EmailAddress(unknown: email, by: try loginKey()))
  }

  /// Counts the failures of emails that get their accounts now, as those of the accounts. Otherwise a block would end,
  /// which would tell that somebody has the email now.
  func adoptFailures(of emails: some Sequence<EmailAddress>) throws {
    let known = Set(
      try ["throttle_run", "throttle_pending"].flatMap { table in
        try rows("SELECT DISTINCT key FROM \(table) WHERE key > 'unknown@' AND key < 'unknownA'") {
          try $0[0] as String?
        }
      })
    guard !known.isEmpty else { return }
    let key = try loginKey()
    for email in emails {
      let unknown = EmailAddress(unknown: email, by: key)
      if known.contains(unknown.key) { try moveFailures(of: unknown, to: email) }
    }
  }

  /// Counts the failures of an email whose account is removed as those of a login that nobody has.
  func disownFailures(of email: EmailAddress) throws {
    try moveFailures(of: email, to: EmailAddress(unknown: email, by: loginKey()))
  }

  /// Counts the failures of a name that a subject is linked by as those of the account from now on.
  func adoptFailures(of subject: Subject) throws { try adoptFailures(of: subject.loginNames.map(\.email)) }

  /// Counts the failures of names to which nobody is linked any more as those of logins that nobody has.
  func disownFailures(of subject: Subject) throws {
    for name in subject.loginNames {
      guard try account(of: name.email) == nil, try !hasLink(to: .name(name)) else { continue }
      try disownFailures(of: name.email)
    }
  }

  /// Counts the failures of an email whose account gets another one as those of a login that nobody has, too. Otherwise a
  /// block would end, which would tell that nobody has the email now.
  func copyFailuresToUnknown(_ email: EmailAddress) throws {
    try execute(
      """
      INSERT OR REPLACE INTO throttle_run (key, uid, place, failures, since, last)
      SELECT ?, uid, place, failures, since, last FROM throttle_run WHERE key = ?
      """, [EmailAddress(unknown: email, by: loginKey()).key, email.key])
  }

  /// Counts the failures of `old` as those of `new`.
  func moveFailures(of old: EmailAddress, to new: EmailAddress) throws {
    try execute("UPDATE OR REPLACE throttle_run SET key = ? WHERE key = ?", [new.key, old.key])
    try execute("UPDATE OR REPLACE throttle_pair SET key = ? WHERE key = ?", [new.key, old.key])
    try execute("UPDATE throttle_pending SET key = ? WHERE key = ?", [new.key, old.key])
  }
}
