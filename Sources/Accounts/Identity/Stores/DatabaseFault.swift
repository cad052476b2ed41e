/// The reason why a database server does not keep what a store asks for.
public enum DatabaseFault: Sendable, Hashable, Codable {
  /// No connection can be made.
  case notReached
  /// The server does not let the store's user in, or not do this.
  case notAllowed
  /// The server has too many connections, or others held a lock for too long.
  case busy
  /// The server takes no changes: it is a standby, or set to read only.
  case readOnly
  /// The server was replaced by another one, and came back: its accounts are old.
  case oldPrimary
  /// The disk of the server is full.
  case full
  /// The server did not answer in time.
  case tooSlow
  /// The connection broke.
  case lost
  /// The server was lost while it kept a change. It is not known if it did.
  case uncertain
  /// The database has no tables of this program.
  case noTables
  /// The tables are those of an older program.
  case olderTables
  /// The tables are those of a newer program.
  case newerTables
  /// The server refused a statement for another reason.
  case failed(SQLState)

  // The names of what has no label in Swift.
  private enum FailedCodingKeys: String, CodingKey { case _0 = "state" }
}

/// The code of an error of an SQL server: five letters and digits. See ISO/IEC 9075-2, 24.1.
public struct SQLState: Sendable, Hashable {
  /// The five characters, each of A to Z or 0 to 9.
  public let text: String

  /// Nil unless `text` is such a code.
  public init?(_ text: String) {
    let isCode =
      text.utf8.count == 5
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
    guard isCode else { return nil }
    self.text = text
  }

  /// Whether a value was at fault that somebody sent, such as a time that no database has: class 22, data exceptions.
  public var isDataError: Bool { text.hasPrefix("22") }
}
