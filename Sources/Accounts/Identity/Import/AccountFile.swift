import Glibc
import Secrets

/// A CSV file of accounts to import: a header, then a row for each account. Commas, semicolons or tabs separate its columns.
///
/// The header has a column `email` and a column `password`, `hash` or both, in any order and case. With both, each row
/// fills one of the two. Emails are written as in ``EmailAddress/csvField``.
public struct AccountFile: Sendable {
  /// The number of bytes to read, or nil if only the end of the input reveals it, as with a pipe.
  public let byteCount: Int?

  private let descriptor: Int32
  private let start: off_t

  /// The file open as `descriptor`, from its current position on.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    start = lseek(descriptor, 0, SEEK_CUR)
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && start >= 0
    byteCount = isFile ? max(0, Int(status.st_size) - Int(start)) : nil
  }

  /// Whether the file can be read more than once.
  var isRepeatable: Bool { byteCount != nil }

  /// The rows, from the first one on. A file that is not repeatable can be read only once.
  func rows() throws(AccountFileError) -> AccountRows {
    if isRepeatable && lseek(descriptor, start, SEEK_SET) < 0 { throw .inputOutput(errorNumber: errno) }
    return try AccountRows(descriptor)
  }
}

/// A row without a fault of its own.
struct AccountRow {
  let lines: ClosedRange<Int>
  let email: EmailAddress
  let secret: Secret

  /// The password of the account, or its hash.
  enum Secret {
    case password(SealedPassword)
    case hash(PasswordHash)
  }
}

/// The rows of an ``AccountFile``. A password never leaves guarded memory.
final class AccountRows {
  /// The number of bytes of the file before the next row.
  var offset: Int { reader.offset }

  private let reader: CSVReader
  private var positions: [AccountColumn: Int] = [:]
  private let columnCount: Int
  private let password = GuardedText(capacity: 4 * SealedPassword.byteLimit)

  fileprivate init(_ descriptor: Int32) throws(AccountFileError) {
    let isEmpty: Bool
    do {
      reader = try CSVReader(descriptor: descriptor)
      isEmpty = try !reader.next()
    } catch {
      throw AccountFileError(error)
    }
    guard !isEmpty else { throw .empty }
    columnCount = reader.fieldCount
    for position in 0..<columnCount {
      guard let column = reader.withField(position, AccountColumn.init(inHeader:)) else {
        throw reader.withField(0) { $0.starts(with: "sep=".utf8) } ? .separatorLine : .unknown(column: position + 1)
      }
      guard positions.updateValue(position, forKey: column) == nil else { throw .repeated(column) }
    }
    guard positions[.email] != nil else { throw .missing(.email) }
    guard columnCount > 1 else { throw .missing(.password) }
  }

  /// Returns the next row, or nil at the end.
  func next() throws(AccountFileError) -> Result<AccountRow, BadRow>? {
    do {
      guard try reader.next() else { return nil }
    } catch {
      guard case .malformed(let problem) = error else { throw AccountFileError(error) }
      return .failure(BadRow(lines: reader.lines, reason: .csv(problem)))
    }
    do {
      return .success(try row())
    } catch {
      return .failure(BadRow(lines: reader.lines, reason: error.reason))
    }
  }

  private func row() throws(Flaw) -> AccountRow {
    guard reader.fieldCount == columnCount else {
      throw Flaw(.fieldCount(reader.fieldCount, expected: columnCount))
    }
    guard let email = field(.email, EmailAddress.init(csvField:)) ?? nil else {
      let isText = field(.email) { String(validating: $0, as: UTF8.self) != nil } ?? true
      throw Flaw(isText ? .email : .notUTF8(.email))
    }
    switch (isFilled(.password), isFilled(.hash)) {
    case (true, false): return AccountRow(lines: reader.lines, email: email, secret: .password(try sealedPassword()))
    case (false, true): return AccountRow(lines: reader.lines, email: email, secret: .hash(try hash()))
    case (false, false): throw Flaw(.noSecret)
    case (true, true): throw Flaw(.twoSecrets)
    }
  }

  private func sealedPassword() throws(Flaw) -> SealedPassword {
    defer { password.wipe() }
    let isTooLong = field(.password) { $0.count > password.capacity } ?? false
    guard !isTooLong else { throw Flaw(.password(.tooLong(limit: SealedPassword.byteLimit))) }
    guard field(.password, { password.replace(0..<0, with: $0) != nil }) ?? false else {
      throw Flaw(.notUTF8(.password))
    }
    do {
      return try password.sealed()
    } catch {
      throw Flaw(.password(error))
    }
  }

  private func hash() throws(Flaw) -> PasswordHash {
    // Only text with the prefix of a hash becomes a string. A password in the wrong column does not.
    let text =
      field(.hash) { text in
        PasswordHash.importedPrefixes.contains { text.starts(with: $0.utf8) }
          ? String(decoding: text, as: UTF8.self) : nil
      } ?? nil
    guard let text else { throw Flaw(field(.hash, BadRow.Reason.init(noHash:)) ?? .hash(.malformed)) }
    do {
      return try PasswordHash(imported: text)
    } catch {
      throw Flaw(.hash(error))
    }
  }

  private func isFilled(_ column: AccountColumn) -> Bool { field(column) { !$0.isEmpty } ?? false }

  /// Returns the result of `body` for a field, or nil if the file has no such column.
  private func field<R>(_ column: AccountColumn, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    positions[column].map { reader.withField($0, body) }
  }

  private struct Flaw: Error {
    let reason: BadRow.Reason

    init(_ reason: BadRow.Reason) { self.reason = reason }
  }
}

extension BadRow.Reason {
  /// What is wrong with a field that begins as no hash does. Nothing of it is repeated but words of known programs.
  fileprivate init(noHash field: UnsafeBufferPointer<UInt8>) {
    let isLocked = ["x", "!", "!!", "*", "NP"].contains { field.elementsEqual($0.utf8) }
    if isLocked || ["!$", "!!$", "*LK*", "*NP*"].contains(where: { field.starts(with: $0.utf8) }) {
      self = .locked
    } else {
      let prefix = Self.foreignPrefixes.first { prefix in
        field.starts(with: prefix.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
      }
      self = prefix.map(Self.hashPrefix) ?? .hash(.malformed)
    }
  }

  /// What Dovecot and LDAP, and Django, write in front of a hash that could be imported without it.
  private static let foreignPrefixes = [
    "{CRYPT}", "{BLF-CRYPT}", "{SHA256-CRYPT}", "{SHA512-CRYPT}", "{ARGON2I}", "{ARGON2ID}", "{ARGON2}", "argon2",
    "bcrypt$",
  ]
}

extension AccountColumn {
  fileprivate init?(inHeader name: UnsafeBufferPointer<UInt8>) {
    let column = Self.allCases.first { $0.rawValue.utf8.elementsEqual(name.lazy.map(\.lowercasedASCII)) }
    guard let column else { return nil }
    self = column
  }
}

extension AccountFileError {
  init(_ error: CSVError) {
    switch error {
    case .malformed(let problem): self = .header(problem)
    case .inputOutput(let number): self = .inputOutput(errorNumber: number)
    case .utf16: self = .utf16
    }
  }
}

extension EmailAddress {
  /// The address as a field of a CSV file. Spreadsheets take text that begins with `=`, `+` or `-` for a formula, so
  /// an apostrophe precedes it. An apostrophe precedes a leading apostrophe too, so that every field can be read back.
  public var csvField: String { text.utf8.first.map(Self.isGuarded) == true ? "'" + text : text }

  /// The address in such a field, or the one that it means, see ``GivenEmail``. Nil if there is none.
  init?(csvField utf8: UnsafeBufferPointer<UInt8>) {
    let hasGuard = utf8.count > 1 && utf8[0] == UInt8(ascii: "'") && Self.isGuarded(utf8[1])
    let field = hasGuard ? UnsafeBufferPointer(rebasing: utf8.dropFirst()) : utf8
    guard let address = Self(utf8: field) ?? GivenEmail(String(decoding: field, as: UTF8.self)).address else {
      return nil
    }
    self = address
  }

  private static func isGuarded(_ first: UInt8) -> Bool { "=+-'".utf8.contains(first) }
}
