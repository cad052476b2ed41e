import CSQLite
import Synchronization

@testable import SQLiteStore
@testable import SQLite

/// The statements that a store runs, without those of triggers.
final class ExecutedStatements: Sendable {
  private let texts = Mutex<[String]>([])

  /// Those so far.
  var all: [String] { texts.withLock(\.self) }

  /// Forgets them.
  func clear() { texts.withLock { $0 = [] } }

  fileprivate func note(_ text: String) { texts.withLock { $0.append(text) } }
}

extension SQLiteStore {
  /// Notes the statements from now on, as long as the file is open.
  func noteStatements() throws -> ExecutedStatements {
    let statements = ExecutedStatements()
    try withDatabase { database in
      let notes = Unmanaged.passRetained(statements).toOpaque()
      sqlite3_trace_v2(
        database.handle, UInt32(SQLITE_TRACE_STMT),
        { _, notes, _, text in
          guard let notes, let text else { return 0 }
          let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
          // The statement of a trigger comes as a comment.
          if !sql.hasPrefix("--") { Unmanaged<ExecutedStatements>.fromOpaque(notes).takeUnretainedValue().note(sql) }
          return 0
        }, notes)
    }
    return statements
  }
}
