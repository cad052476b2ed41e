public import Secrets

/// A row of an ``AccountFile`` that makes no account. It names the lines and the fault, and never repeats the row's
/// content: if columns are mixed up, a password may be anywhere.
public struct BadRow: Error, Sendable, Equatable {
  /// The lines of the row, counted from 1.
  public let lines: ClosedRange<Int>
  /// The fault.
  public let reason: Reason

  /// The fault of a row.
  public enum Reason: Sendable, Equatable {
    /// It is not CSV.
    case csv(CSVProblem)
    /// It has more or fewer fields than the header.
    case fieldCount(Int, expected: Int)
    /// The email breaks the rule.
    case email
    /// It has neither a password nor a hash.
    case noSecret
    /// It has both a password and a hash.
    case twoSecrets
    /// The email or the password is not UTF-8.
    case notUTF8(AccountColumn)
    /// The text cannot be a password.
    case password(PasswordError)
    /// The password breaks one of the rules for new passwords.
    case violation(PasswordViolation)
    /// The hash cannot be used.
    case hash(PasswordHashError)
    /// The hash has that word of another program in front.
    case hashPrefix(String)
    /// It stands for an account that is locked, or whose hash is elsewhere, as in /etc/shadow.
    case locked
    /// The hash takes more memory than `most`, both in KiB.
    case memory(Int, most: Int)
    /// The email is also in a row above, which begins on that line.
    case repeated(line: Int)
    /// The email has an account already.
    case exists
  }
}

/// The reason why an ``AccountFile`` cannot be read, or not to its end.
public enum AccountFileError: Error, Sendable, Hashable {
  /// It is empty.
  case empty
  /// It is UTF-16, not UTF-8.
  case utf16
  /// It begins with a line that tells a spreadsheet the separator, `sep=;`.
  case separatorLine
  /// Its header is not CSV.
  case header(CSVProblem)
  /// Its header lacks that column. ``AccountColumn/password`` means a column of passwords or hashes.
  case missing(AccountColumn)
  /// Its header has a column twice.
  case repeated(AccountColumn)
  /// Its header has an unknown column, counted from 1. The column's name is left out because it may be a password.
  case unknown(column: Int)
  /// The system could not read. The number is an `errno`.
  case inputOutput(errorNumber: Int32)
}

/// A column of an ``AccountFile``. The raw value is its name in the header.
public enum AccountColumn: String, Sendable, Hashable, CaseIterable {
  /// The email of the account.
  case email
  /// The password of the account.
  case password
  /// The hash of the password, see `PasswordHash.init(imported:)`.
  case hash
}
