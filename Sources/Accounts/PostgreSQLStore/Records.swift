internal import Identity
internal import Secrets

extension Row {
  func timestamp(_ column: String) throws(DamagedRow) -> Timestamp { Timestamp(milliseconds: try number(column)) }

  func optionalTimestamp(_ column: String) throws(DamagedRow) -> Timestamp? {
    try optionalNumber(column).map { Timestamp(milliseconds: $0) }
  }

  fileprivate func email() throws(DamagedRow) -> EmailAddress {
    guard let email = EmailAddress(stored: try text("email")) else { throw DamagedRow() }
    return email
  }

  /// The email of an account, which is found by the key beside it. If they disagree, one of them is damaged, and the
  /// account would be another person's.
  func accountEmail() throws(DamagedRow) -> EmailAddress {
    let email = try email()
    guard email.key == (try text("key")) else { throw DamagedRow() }
    return email
  }

  /// The hash; nil for an account without a password, which has an empty text.
  fileprivate func passwordHash() throws -> PasswordHash? {
    let phc = try text("hash")
    return phc.isEmpty ? nil : try PasswordHash(phc: phc)
  }
}

extension Account {
  /// The columns of an account with its second step. The tables are ``tables``.
  static let columns = """
    account.id, email, key, hash, locked, revision, signin.ms(password_set) AS password_set, one_time, secret, used,
    wrong
    """

  /// The tables of these columns.
  static let tables = "signin.account LEFT JOIN signin.second_step ON second_step.account = account.id"

  /// The columns above.
  init(_ row: Row) throws {
    self.init(
      id: try row.number("id"), email: try row.accountEmail(), passwordHash: try row.passwordHash(),
      isLocked: try row.flag("locked"), revision: try row.number("revision"),
      passwordSet: try row.timestamp("password_set"), isPasswordOneTime: try row.flag("one_time"),
      secondStep: try row.optionalBytes("secret").map { secret in
        SecondStep(sealedSecret: secret, lastUsed: try row.number("used"), wrongCodes: try row.number("wrong"))
      })
  }
}

extension AccountSummary {
  /// Columns `email, key, locked, added, signed_in, one_time, two_step`.
  init(_ row: Row) throws {
    self.init(
      email: try row.accountEmail(), isLocked: try row.flag("locked"), added: try row.timestamp("added"),
      lastSignIn: try row.optionalTimestamp("signed_in"), hasSecondStep: try row.flag("two_step"),
      mustChangePassword: try row.flag("one_time"))
  }
}

extension Session {
  /// The columns of a session with its account.
  static let columns = """
    session.id, email, key, signin.ms(opened) AS opened, signin.ms(session.used) AS used, idle, absolute, uid,
    session.tty, session.host, session.program
    """

  /// The columns above.
  init(_ row: Row) throws {
    guard let id = SessionID(try row.text("id")) else { throw DamagedRow() }
    self.init(
      id: id, email: try row.accountEmail(), opened: try row.timestamp("opened"), lastUsed: try row.timestamp("used"),
      lifetime: SessionLifetime(
        idle: .milliseconds(try row.number("idle") as Int64),
        absolute: .milliseconds(try row.number("absolute") as Int64)),
      uid: try row.optionalNumber("uid"),
      place: SessionPlace(
        tty: try row.optionalText("tty"), host: try row.optionalText("host"),
        program: try row.optionalText("program")))
  }
}

extension AttemptID {
  /// Columns `id, logged`.
  init(_ row: Row) throws {
    self.init(time: try row.timestamp("logged"), number: try row.number("id"))
  }
}

extension Attempt {
  /// The columns of an attempt.
  static let columns = """
    id, signin.ms(logged) AS logged, signin.ms(at) AS at, email, outcome, tty, uid, host, program, times,
    signin.ms(until) AS until
    """

  /// The columns above.
  init(_ row: Row) throws {
    self.init(
      id: try AttemptID(row), time: try row.timestamp("at"), email: try row.email(),
      outcome: AttemptOutcome(rawValue: try row.text("outcome")),
      source: AttemptSource(
        tty: try row.text("tty"), uid: try row.number("uid"), host: try row.text("host"),
        program: try row.text("program")),
      times: max(1, try row.number("times")), until: try row.optionalTimestamp("until"))
  }
}

extension ThrottleKey {
  /// Columns `key, uid, place`.
  init(_ row: Row) throws {
    self.init(
      email: try row.text("key"), source: ThrottleSource(uid: try row.number("uid"), place: try row.text("place")))
  }
}

extension ThrottlePair {
  /// Columns `succeeded, waiting`.
  init(_ row: Row) throws {
    self.init(succeeded: try row.optionalTimestamp("succeeded"), waiting: try row.optionalTimestamp("waiting"))
  }
}

extension FailureRun {
  /// Columns `failures, since, last`.
  init(_ row: Row) throws {
    self.init(failures: try row.number("failures"), since: try row.timestamp("since"), last: try row.timestamp("last"))
  }
}

extension PendingAttempt {
  /// Columns `key, uid, place, charged`.
  init(_ row: Row) throws {
    self.init(key: try ThrottleKey(row), charged: try row.timestamp("charged"))
  }
}
