import Identity
import PostgreSQLServers
import SSHKeys
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLiteStore
import Store

/// The stores of the stories about copies, and the copies.
enum Copies {
  static let ann = email("ann@example.com")
  static let bob = email("Bob@Example.com")
  static let pam = Subject(provider: "pam", id: "ann 1000")

  /// A store with all that a store can have, over half a year.
  static func filledStore(
    _ clock: ManualClock, at place: DatabaseConnection.Place = .memory
  ) async throws -> SQLiteStore {
    let store = SQLiteStore(at: place, clock: clock)
    _ = try await store.add(ann, .sample("A"), .always)
    _ = try await store.link(pam, to: ann)
    clock.advance(by: .seconds(100 * 86_400))
    _ = try await store.add(bob, .sample("B"), .always)
    _ = try await store.change(bob, .lock)
    let account = try #require(try await store.account(of: ann))
    let step = try NewSecondStep(sealedSecret: [1, 2, 255], confirmed: 7, recoveryCodes: [code(1), code(2)])
    let changed = try #require(try await store.add(step, to: account, sparing: nil, from: .at("home")))
    let key = NewAccountKey(.sample, name: "ring", device: .init(flags: 5, counter: 7))
    _ = try await store.change(bob, .addKey(key))
    clock.advance(by: .seconds(80 * 86_400))
    _ = try await store.open(SecureToken().digest, for: changed, lasting: SessionLifetime())
    for _ in 1...2 { _ = try await store.settle(store.admit(bob), as: .refused) }
    _ = try await store.admit(email("nobody@example.com"))
    _ = try await store.widestPasswordLength(including: 4...30)
    return store
  }

  static func code(_ number: UInt8) throws -> RecoveryCodeDigest {
    try #require(RecoveryCodeDigest(bytes: Array(repeating: number, count: RecoveryCodeDigest.byteCount)))
  }

  /// A database with empty tables, for their owner.
  static func target(on given: PostgreSQLServer? = nil) async throws -> (database: String, place: PostgreSQLPlace) {
    let shared = try await PostgreSQLServer.shared.value
    let server = given ?? shared
    let database = try await server.database("OWNER signin_owner")
    return (database, try server.place(of: database, as: "signin_owner"))
  }

  /// Copies `store`.
  /// - Parameter portions: The copy breaks off after as many portions of rows.
  /// - Returns: Whether the copy is whole.
  @discardableResult
  static func copy(
    _ store: SQLiteStore, to place: PostgreSQLPlace, rowsAtOnce: Int = 1000, breakingOffAfter portions: Int = .max
  ) throws -> Bool {
    let copy = try #require(try PostgreSQLCopy(to: place))
    var left = portions
    do throws(StoreError) {
      try store.copy(rowsAtOnce: rowsAtOnce) { table, rows, _ in
        if left == 0 { throw PowerCut() }
        left -= 1
        try copy.add(rows, to: table)
      }
    } catch {
      if left == 0 { return false }
      throw error
    }
    try copy.finish()
    return true
  }

  private struct PowerCut: Error {}

  /// All that a database has of a store.
  static func rows(in database: String, of given: PostgreSQLServer? = nil) async throws -> String {
    let shared = try await PostgreSQLServer.shared.value
    let server = given ?? shared
    let tables = CopiedTable.allCases.filter { $0 != .lastNumber }.map(\.rawValue)
    var queries = tables.map { "SELECT '\($0)', t::text FROM signin.\($0) AS t ORDER BY 2" }
    for table in ["account", "attempt"] { queries.append("SELECT last_value FROM signin.\(table)_id_seq") }
    let rows = try await server.run(queries.joined(separator: ";"), in: database)
    let partitions = try await Partitions.names(in: database, of: server)
    return rows + "\n" + partitions.joined(separator: "\n")
  }
}
