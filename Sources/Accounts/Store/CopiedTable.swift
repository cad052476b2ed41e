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
  case session
  case throttleRun = "throttle_run"
  case throttlePair = "throttle_pair"
  case throttlePending = "throttle_pending"
  case passwordLength = "password_length"
  case loginKey = "login_key"
  /// The last numbers that were given. No engine has a table of this name.
  case lastNumber = "last_number"

  /// The names of its columns, in the order of the values of a row.
  public var columns: [String] { kinds.map(\.name) }

  /// Gives the values of a row their types, which SQLite stores as integers.
  public func typed(_ row: [Value]) -> [Value] {
    zip(kinds, row).map { column, value in
      guard case .integer(let number) = value else { return value }
      return switch column.kind {
      case .plain: value
      case .time: .time(Timestamp(milliseconds: number))
      case .flag: .flag(number != 0)
      }
    }
  }

  private enum Kind {
    case plain, time, flag
  }

  private var kinds: [(name: String, kind: Kind)] {
    func plain(_ names: String...) -> [(String, Kind)] { names.map { ($0, .plain) } }
    func times(_ names: String...) -> [(String, Kind)] { names.map { ($0, .time) } }
    func flag(_ name: String) -> [(String, Kind)] { [(name, .flag)] }
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
