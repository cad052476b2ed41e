public import Secrets

/// A row of an ``AccountFile`` that makes no account. It tells where and why, and nothing of what stands in it: a file
/// whose columns are mixed up may have a password anywhere.
public struct BadRow: Error, Sendable, Equatable {
  /// The lines that it stands on, from 1.
  public let lines: ClosedRange<Int>
  /// What is wrong.
  public let reason: Reason

  /// A row of the given properties.
  public init(lines: ClosedRange<Int>, reason: Reason) {
    self.lines = lines
    self.reason = reason
  }

  /// What may be wrong with a row.
  public enum Reason: Sendable, Equatable {
    /// It is not CSV.
    case csv(CSVProblem)
    /// It has more or fewer fields than the header.
    case fieldCount(Int, expected: Int)
    /// The email breaks the rule.
    case email
    /// It has neither a password nor a hash.
    case noSecret
    /// It has both.
    case twoSecrets
    /// The password is not UTF-8.
    case notUTF8
    /// The password can be none.
    case password(PasswordError)
    /// The password breaks one of the rules for new ones.
    case violation(PasswordViolation)
    /// The hash cannot be used.
    case hash(PasswordHashError)
    /// The email stands in a row above already, which begins on that line.
    case repeated(line: Int)
    /// The email has an account.
    case exists
  }
}

/// Why no row of an ``AccountFile`` can be read, or no further one.
public enum AccountFileError: Error, Sendable, Hashable {
  /// It is empty.
  case empty
  /// Its header is not CSV.
  case header(CSVProblem)
  /// Its header has no such column; of a column for passwords or hashes ``AccountColumn/password`` is named.
  case missing(AccountColumn)
  /// Its header has a column twice.
  case repeated(AccountColumn)
  /// Its header has a column that means nothing here, counted from 1. What it is called may be a password.
  case unknown(column: Int)
  /// The system could not read; the number is an `errno`.
  case inputOutput(errorNumber: Int32)
}

/// What a column of an ``AccountFile`` may hold, by its name in the header.
public enum AccountColumn: String, Sendable, Hashable, CaseIterable {
  /// The email of the account.
  case email
  /// Its password.
  case password
  /// Or the argon2id hash of it, as a PHC string.
  case hash
}
