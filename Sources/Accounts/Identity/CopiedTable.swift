/// The tables that a copy of a store takes along, in the order in which they are written. A row is the values of its
/// columns as texts, nil for NULL: times in milliseconds since 1970 UTC, bytes as two digits each after `\x`.
///
/// The raw values are the names in both stores.
public enum CopiedTable: String, CaseIterable, Sendable {
  /// Columns `id, at, logged, email, key, outcome, tty, uid, host, program, times, until`, in the order of their numbers.
  case attempt
  /// Columns `id, email, key, hash, locked, revision, added, signed_in, password_set, one_time, since`.
  case account
  /// Columns `provider, subject, account`.
  case identity
  /// Columns `account, secret, used, wrong`.
  case secondStep = "second_step"
  /// Columns `account, digest`.
  case recoveryCode = "recovery_code"
  /// Columns `id, account, digest, opened, used, idle, absolute, expires, uid, tty, host, program`.
  case session
  /// Columns `key, uid, place, failures, since, last`.
  case throttleRun = "throttle_run"
  /// Columns `key, uid, place, succeeded, waiting`.
  case throttlePair = "throttle_pair"
  /// Columns `attempt, logged, key, uid, place, charged`.
  case throttlePending = "throttle_pending"
  /// Columns `least, most`.
  case passwordLength = "password_length"
  /// Column `key`.
  case loginKey = "login_key"
  /// The last numbers that were given: columns `table, number`.
  case lastNumber = "last_number"
}
