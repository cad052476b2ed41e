import GRDB
import Identity
import Secrets

// Decode rows only by throwing methods, never by subscript, which traps on a value of another type. A damaged file may
// hold any value anywhere.

extension Account {
  /// The columns of an account with its second step. The tables are ``tables``.
  static let columns = "id, email, key, hash, locked, revision, added, password_set, one_time, secret, used, wrong"

  /// The tables of these columns.
  static let tables = "account LEFT JOIN second_step ON second_step.account = id"

  /// The columns above.
  init(_ row: Row) throws {
    let set = try row.decode(Int64?.self, forColumn: "password_set").map(Timestamp.init(milliseconds:))
    self.init(
      id: try row.decode(forColumn: "id"),
      email: try row.accountEmail(),
      passwordHash: try row.passwordHash(),
      isLocked: try row.decode(Int64.self, forColumn: "locked") != 0,
      revision: try row.decode(forColumn: "revision"),
      passwordSet: try set ?? row.timestamp("added"),
      isPasswordOneTime: try row.decode(Int64.self, forColumn: "one_time") != 0,
      secondStep: try row.blob("secret").map { secret in
        SecondStep(
          sealedSecret: secret, lastUsed: try row.decode(forColumn: "used"),
          wrongCodes: try row.decode(forColumn: "wrong"))
      })
  }
}

extension AccountSummary {
  /// Columns `email, key, locked, added, signed_in`.
  init(_ row: Row) throws {
    self.init(
      email: try row.accountEmail(),
      isLocked: try row.decode(Int64.self, forColumn: "locked") != 0,
      added: try row.timestamp("added"),
      lastSignIn: try row.decode(Int64?.self, forColumn: "signed_in").map(Timestamp.init(milliseconds:)))
  }
}

extension Session {
  /// Columns `id, email, key, opened, used, idle, absolute, uid`.
  init(_ row: Row) throws {
    guard let id = SessionID(try row.decode(forColumn: "id")) else { throw DamagedRow() }
    self.init(
      id: id,
      email: try row.accountEmail(),
      opened: try row.timestamp("opened"),
      lastUsed: try row.timestamp("used"),
      lifetime: SessionLifetime(
        idle: .milliseconds(try row.decode(Int64.self, forColumn: "idle")),
        absolute: .milliseconds(try row.decode(Int64.self, forColumn: "absolute"))),
      uid: try row.decode(UInt32?.self, forColumn: "uid"))
  }
}

extension AttemptID {
  /// Columns `id, at, logged`.
  init(_ row: Row) throws {
    let logged = try row.decode(Int64?.self, forColumn: "logged").map(Timestamp.init(milliseconds:))
    self.init(time: try logged ?? row.timestamp("at"), number: try row.decode(forColumn: "id"))
  }
}

extension Attempt {
  /// The columns of an attempt.
  static let columns = "id, at, email, outcome, tty, uid, host, program, times, until, logged"

  /// The columns above, by their places: a log has millions of rows, and a name is looked up for each.
  init(_ row: Row) throws {
    let time = Timestamp(milliseconds: try row.decode(atIndex: 1))
    let logged = try row.decode(Int64?.self, atIndex: 10).map(Timestamp.init(milliseconds:))
    guard let email = EmailAddress(stored: try row.decode(atIndex: 2)) else { throw DamagedRow() }
    self.init(
      id: AttemptID(time: logged ?? time, number: try row.decode(atIndex: 0)),
      time: time,
      email: email,
      outcome: AttemptOutcome(rawValue: try row.decode(atIndex: 3)),
      source: AttemptSource(
        tty: try row.decode(atIndex: 4), uid: try row.decode(atIndex: 5), host: try row.decode(atIndex: 6),
        program: try row.decode(atIndex: 7)),
      times: max(1, try row.decode(atIndex: 8)),
      until: try row.decode(Int64?.self, atIndex: 9).map(Timestamp.init(milliseconds:)))
  }
}

extension ThrottleKey {
  /// Columns `key, uid, place`.
  init(_ row: Row) throws {
    self.init(
      email: try row.decode(forColumn: "key"),
      source: ThrottleSource(uid: try row.decode(forColumn: "uid"), place: try row.decode(forColumn: "place")))
  }
}

extension FailureRun {
  /// Columns `failures, since, last`.
  init(_ row: Row) throws {
    self.init(
      failures: try row.decode(forColumn: "failures"), since: try row.timestamp("since"),
      last: try row.timestamp("last"))
  }
}

extension PendingAttempt {
  /// Columns `key, uid, place, charged`.
  init(_ row: Row) throws {
    self.init(key: try ThrottleKey(row), charged: try row.timestamp("charged"))
  }
}

extension MachineStart {
  /// Columns `boot, moment`.
  init(_ row: Row) throws {
    self.init(boot: try row.decode(forColumn: "boot"), moment: try row.timestamp("moment"))
  }
}

extension Row {
  func timestamp(_ column: String) throws -> Timestamp {
    Timestamp(milliseconds: try decode(forColumn: column))
  }

  /// The hash; nil for an account without a password, which has an empty text.
  fileprivate func passwordHash() throws -> PasswordHash? {
    let phc: String = try decode(forColumn: "hash")
    return phc.isEmpty ? nil : try PasswordHash(phc: phc)
  }

  fileprivate func email() throws -> EmailAddress {
    guard let email = EmailAddress(stored: try decode(forColumn: "email")) else { throw DamagedRow() }
    return email
  }

  /// The email of an account, which is found by the key beside it. If they disagree, one of them is damaged, and the
  /// account would be another person's.
  func accountEmail() throws -> EmailAddress {
    let email = try email()
    guard email.key == (try decode(String.self, forColumn: "key")) else { throw DamagedRow() }
    return email
  }
}

/// A value of the right type that has no meaning.
struct DamagedRow: Error {}
