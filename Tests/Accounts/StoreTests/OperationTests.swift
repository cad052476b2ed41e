import Foundation
import Identity
import Secrets
import Store
import TestSupport
import Testing

/// What a mistake in a shared statement would break on one engine only, without that engine.
@Suite("The statements of an operation")
struct OperationTests {
  /// What only this engine has.
  private static func words(of dialect: Dialect) -> [String] {
    switch dialect {
    case .sqlite: ["instr(", "nullif(", "CAST(", "tag", "attempt_renaming", "only"]
    case .postgreSQL:
      [
        "FOR UPDATE", "LOCK TABLE", "SKIP LOCKED", "COLLATE", "greatest(", "signin.hash_work", "signin.rename(",
        "single",
        "::",
      ]
    }
  }

  @Test("are all played here")
  func complete() throws {
    let played = Set(StoreOperation.all.map { $0.testDescription.prefix { $0 != "(" } })
    let folder = Packaged.root.appending(path: "Sources/Accounts/Store")
    var names: Set<Substring> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      names.formUnion(text.matches(of: #/public func (\w+)[^{]*\basync throws\(StoreError\)/#).map(\.1))
    }
    #expect(names.count > 30)
    // An engine runs a statement of a page by it
    #expect(names.subtracting(played) == ["readPage"])
  }

  private func statements(
    of operation: StoreOperation, in dialect: Dialect
  ) async throws -> [Statement] {
    var statements: [Statement] = []
    for answer in PlayedDatabase.Answer.allCases {
      let database = PlayedDatabase(dialect, answering: answer)
      try await operation.perform(database)
      statements += database.statements
    }
    #expect(!statements.isEmpty)
    return statements
  }

  @Test("have nothing that only the other engine knows", arguments: StoreOperation.all)
  func ofTheirEngine(_ operation: StoreOperation) async throws {
    for (dialect, other) in [(Dialect.sqlite, Dialect.postgreSQL), (.postgreSQL, .sqlite)] {
      for statement in try await statements(of: operation, in: dialect) {
        for word in Self.words(of: other) { #expect(!statement.positional.contains(word)) }
      }
    }
  }

  @Test("have no SQL among their values, as a part would be that is a String", arguments: StoreOperation.all)
  func noSQLAmongValues(_ operation: StoreOperation) async throws {
    let names = ["TRUE", "FALSE", "NULL", "id", "key", "hash", "account", "session", "second_step", "throttle_run"]
    for dialect in [Dialect.sqlite, .postgreSQL] {
      for case .text(let text) in try await statements(of: operation, in: dialect).flatMap(\.values) {
        // A hash has upper-case letters, too.
        guard (try? PasswordHash(phc: text)) == nil else { continue }
        #expect(!text.contains(#/\b[A-Z]{2,}\b|[()?]/#) && !names.contains(text))
      }
    }
  }

  @Test(
    "are as many for every engine, but for the parts of the dialect",
    arguments: StoreOperation.all.filter { !["verify(_:by:)", Self.renaming].contains($0.testDescription) })
  func same(_ operation: StoreOperation) async throws {
    func count(_ dialect: Dialect) async throws -> Int {
      try await statements(of: operation, in: dialect).count { statement in
        !statement.positional.contains("LOCK TABLE")
      }
    }
    #expect(try await count(.sqlite) == count(.postgreSQL))
  }

  /// In PostgreSQL a function does it.
  private static let renaming = "rename(_:to:)"

  @Test(
    "note each row of the log that they write, for its second place",
    arguments: StoreOperation.all.filter { $0.testDescription != Self.renaming })
  func noted(_ operation: StoreOperation) async throws {
    for answer in PlayedDatabase.Answer.allCases {
      let database = PlayedDatabase(.postgreSQL, answering: answer)
      try await operation.perform(database)
      let writing = database.statements.map(\.positional).filter {
        $0.contains("INSERT INTO signin.attempt ") || $0.contains("UPDATE signin.attempt SET")
          || $0.contains("UPDATE signin.attempt\nSET")
      }
      #expect(database.notes.count == writing.count)
    }
  }

  @Test func `note each row of the log that a function writes for them`() async throws {
    let database = PlayedDatabase(.postgreSQL, answering: .found)
    for operation in StoreOperation.all where operation.testDescription == Self.renaming {
      try await operation.perform(database)
    }
    // To the same email in other letters: another one, to which the answers say that rows belong, is refused
    #expect(database.notes == [.change(.renamed)])
    #expect(database.statements.count { $0.positional.contains("signin.rename(") } == 1)
  }
}
