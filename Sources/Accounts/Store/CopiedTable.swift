internal import Identity

/// The tables that a copy of a store takes along, in the order in which they are written.
///
/// The raw values are the names in both engines.
public enum CopiedTable: String, CaseIterable, Sendable {
  /// In the order of their numbers.
  case attempt
  case account
  case identity
  case secondStep = "second_step"
  case recoveryCode = "recovery_code"
  case secondKey = "second_key"
  case session
  case throttleRun = "throttle_run"
  case throttlePair = "throttle_pair"
  case throttlePending = "throttle_pending"
  case passwordLength = "password_length"
  case loginKey = "login_key"
  /// The last numbers that were given. No engine has a table of this name.
  case lastNumber = "last_number"

  /// A column of a copy.
  public struct Column: Sendable {
    /// Its name in both engines.
    public let name: String
    fileprivate let kind: Kind

    /// Gives a value of the column its type: SQLite stores times and flags as integers.
    public func typed(_ value: Value) -> Value {
      guard case .integer(let number) = value else { return value }
      return switch kind {
      case .plain: value
      case .time: .time(Timestamp(milliseconds: number))
      case .flag: .flag(number != 0)
      }
    }

    fileprivate enum Kind {
      case plain, time, flag
    }
  }

  /// Its columns, in the order of the values of a row.
  public var columns: [Column] {
    func plain(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .plain) } }
    func times(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .time) } }
    func flag(_ name: String) -> [Column] { [Column(name: name, kind: .flag)] }
    return switch self {
    case .attempt:
      plain("id") + times("at", "logged")
        + plain("email", "key", "outcome", "tty", "uid", "host", "program", "times") + times("until")
    case .account:
      plain("id", "email", "key", "hash") + flag("locked") + plain("revision")
        + times("added", "signed_in", "password_set") + flag("one_time") + plain("since")
    case .identity: plain("provider", "subject", "account")
    case .secondStep: plain("account", "secret", "used", "wrong")
    case .recoveryCode: plain("account", "digest")
    case .secondKey: plain("account", "key", "name") + times("added", "used") + plain("counter") + flag("verified")
    case .session:
      plain("id", "account", "digest") + times("opened", "used") + plain("idle", "absolute") + times("expires")
        + plain("uid", "tty", "host", "program")
    case .throttleRun: plain("key", "uid", "place", "failures") + times("since", "last")
    case .throttlePair: plain("key", "uid", "place") + times("succeeded", "waiting")
    case .throttlePending: plain("attempt") + times("logged") + plain("key", "uid", "place") + times("charged")
    case .passwordLength: plain("least", "most")
    case .loginKey: plain("key")
    case .lastNumber: plain("name", "number")
    }
  }
}
