import CSQLiteOfPeer
import Foundation

/// Fills a store with attempts, and shows its progress.
/// Half of them belong to `half@example.com`, and one in a thousand to `few@example.com`. The program itself must have
/// recorded one attempt of each email before, because the rows here are copies of those.
struct Generator {
  static let emails = ["half@example.com", "few@example.com", "others@example.com"]

  let store: String

  /// Adds `count` attempts, one second apart. The newest is from now.
  func add(_ count: Int) throws {
    var database: OpaquePointer?
    guard sqlite3_open_v2(store, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw CocoaError(.fileReadUnknown)
    }
    defer { sqlite3_close(database) }
    let chunk = max(1, count / 100)
    for first in stride(from: 0, to: count, by: chunk) {
      let numbers = first..<min(first + chunk, count)
      guard sqlite3_exec(database, Self.sql(numbers, of: count), nil, nil, nil) == SQLITE_OK else {
        throw CocoaError(
          .fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: String(cString: sqlite3_errmsg(database))])
      }
      Self.show(numbers.upperBound, of: count)
    }
  }

  /// The words have no pattern that would help the index, but are the same in every run.
  private static func sql(_ numbers: Range<Int>, of count: Int) -> String {
    """
    INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
    WITH RECURSIVE number (n) AS (SELECT \(numbers.lowerBound) UNION ALL SELECT n + 1 FROM number LIMIT \(numbers.count)),
      mixed (n, r) AS (SELECT n, abs((n * 2654435761) % 4294967291) FROM number)
    SELECT (unixepoch() - \(count) + n) * 1000, email, key, tag,
      CASE r % 3 WHEN 0 THEN 'refused' WHEN 1 THEN 'signed-in' ELSE 'throttled' END,
      'pts/' || (r / 7 % 30), 1000, 'host' || (r / 11 % 5000) || '.example.net',
      CASE r / 13 % 3 WHEN 0 THEN 'signin' WHEN 1 THEN 'bash' ELSE 'psql' END
    FROM mixed JOIN (SELECT email, key, tag, row_number() OVER (ORDER BY id) AS place FROM attempt
        WHERE outcome = 'refused' ORDER BY id LIMIT 3) AS first
      ON place = CASE WHEN r / 17 % 1000 = 0 THEN 2 WHEN r / 17 % 2 = 0 THEN 1 ELSE 3 END
    """
  }

  private static func show(_ done: Int, of count: Int) {
    let width = 50
    let filled = done * width / count
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let line = "\rfilling the store [\(bar)] \(done) attempts\(done == count ? "\n" : "")"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
