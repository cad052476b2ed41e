import Identity
import SQLite
import Secrets
import Unix

// A damaged file may hold any value anywhere. Reading one of another type throws.

extension Account {
  /// The columns of an account with its second step. The tables are ``tables``.
  static let columns = "id, email, key, hash, locked, revision, added, password_set, one_time, secret, used, wrong"

  /// The tables of these columns.
  static let tables = "account LEFT JOIN second_step ON second_step.account = id"

  /// The columns above.
  init(_ row: borrowing Row) throws {
    let set = try row.timestampIfAny("password_set")
    self.init(
      id: try row["id"],
      email: try row.accountEmail(),
      passwordHash: try row.passwordHash(),
      isLocked: try (row["locked"] as Int64) != 0,
      revision: try row["revision"],
      passwordSet: try set ?? row.timestamp("added"),
      isPasswordOneTime: try (row["one_time"] as Int64) != 0,
      secondStep: try (row["secret"] as [UInt8]?).map { secret in
        SecondStep(sealedSecret: secret, lastUsed: try row["used"], wrongCodes: try row["wrong"])
      })
  }
}

extension AccountSummary {
  /// Columns `email, key, locked, added, signed_in, one_time, two_step`.
  init(_ row: borrowing Row) throws {
    self.init(
      email: try row.accountEmail(),
      isLocked: try (row["locked"] as Int64) != 0,
      added: try row.timestamp("added"),
      lastSignIn: try row.timestampIfAny("signed_in"),
      hasSecondStep: try (row["two_step"] as Int64) != 0,
      mustChangePassword: try (row["one_time"] as Int64) != 0)
  }
}

extension Session {
  /// Columns `id, email, key, opened, used, idle, absolute, uid, tty, host, program`.
  init(_ row: borrowing Row) throws {
    guard let id = SessionID(try row["id"]) else { throw DamagedRow() }
    self.init(
      id: id,
      email: try row.accountEmail(),
      opened: try row.timestamp("opened"),
      lastUsed: try row.timestamp("used"),
      lifetime: SessionLifetime(
        idle: .milliseconds(try row["idle"] as Int64),
        absolute: .milliseconds(try row["absolute"] as Int64)),
      uid: try row["uid"],
      place: SessionPlace(tty: try row["tty"], host: try row["host"], program: try row["program"]))
  }
}

extension AttemptID {
  /// Columns `id, at, logged`.
  init(_ row: borrowing Row) throws {
    self.init(time: try row.timestampIfAny("logged") ?? row.timestamp("at"), number: try row["id"])
  }
}

extension Attempt {
  /// The columns of an attempt.
  static let columns = "id, at, email, outcome, tty, uid, host, program, times, until, logged"

  /// The columns above, by their places: a log has millions of rows, and a name is looked up for each.
  init(_ row: borrowing Row) throws {
    let time = Timestamp(milliseconds: try row[1])
    let logged = try (row[10] as Int64?).map(Timestamp.init(milliseconds:))
    guard let email = EmailAddress(stored: try row[2]) else { throw DamagedRow() }
    self.init(
      id: AttemptID(time: logged ?? time, number: try row[0]),
      time: time,
      email: email,
      outcome: AttemptOutcome(rawValue: try row[3]),
      source: AttemptSource(
        tty: try row[4], uid: try row[5], host: try row[6], program: try row[7]),
      times: max(1, try row[8]),
      until: try (row[9] as Int64?).map(Timestamp.init(milliseconds:)))
  }
}

extension ThrottleKey {
  /// Columns `key, uid, place`.
  init(_ row: borrowing Row) throws {
    self.init(
      email: try row["key"],
      source: ThrottleSource(uid: try row["uid"], place: try row["place"]))
  }
}

extension ThrottlePair {
  /// Columns `succeeded, waiting`.
  init(_ row: borrowing Row) throws {
    self.init(succeeded: try row.timestampIfAny("succeeded"), waiting: try row.timestampIfAny("waiting"))
  }
}

extension FailureRun {
  /// Columns `failures, since, last`.
  init(_ row: borrowing Row) throws {
    self.init(
      failures: try row["failures"], since: try row.timestamp("since"),
      last: try row.timestamp("last"))
  }
}

extension PendingAttempt {
  /// Columns `key, uid, place, charged, process`.
  init(_ row: borrowing Row) throws {
    let process: String? = try row["process"]
    self.init(
      key: try ThrottleKey(row), charged: try row.timestamp("charged"),
      isAbandoned: process.map(ProcessIdentity.init)?.hasEnded ?? false)
  }
}

extension MachineStart {
  /// Columns `boot, moment`.
  init(_ row: borrowing Row) throws {
    self.init(boot: try row["boot"], moment: try row.timestamp("moment"))
  }
}

extension Row {
  func timestamp(_ column: String) throws -> Timestamp {
    Timestamp(milliseconds: try self[column])
  }

  /// The time in a column; nil if it is NULL.
  fileprivate func timestampIfAny(_ column: String) throws -> Timestamp? {
    try (self[column] as Int64?).map(Timestamp.init(milliseconds:))
  }

  /// The hash; nil for an account without a password, which has an empty text.
  fileprivate func passwordHash() throws -> PasswordHash? {
    let phc: String = try self["hash"]
    return phc.isEmpty ? nil : try PasswordHash(phc: phc)
  }

  fileprivate func email() throws -> EmailAddress {
    guard let email = EmailAddress(stored: try self["email"]) else { throw DamagedRow() }
    return email
  }

  /// The email of an account, which is found by the key beside it. If they disagree, one of them is damaged, and the
  /// account would be another person's.
  func accountEmail() throws -> EmailAddress {
    let email = try email()
    guard try email.key == self["key"] else { throw DamagedRow() }
    return email
  }
}

/// A value of the right type that has no meaning.
struct DamagedRow: Error {}
