import Identity
import Secrets
import Store
import TestSupport
import Testing

@Suite("The use of a session")
struct SessionUseTests {
  private func verified(
    _ dialect: Dialect, after milliseconds: Int64, by bearer: TokenBearer = .anybody
  ) async throws -> (session: Session?, isWritten: Bool) {
    let now = PlayedDatabase.now.advanced(by: .milliseconds(milliseconds))
    let database = PlayedDatabase(dialect, answering: .found, at: now)
    let session = try await database.verify(SecureToken().digest, by: bearer)
    if let session { #expect(session.lastUsed == now) }
    let isWritten = database.statements.contains { $0.positional.contains("UPDATE signin.session SET used") }
    return (session, isWritten)
  }

  @Test(
    "is written if somebody would notice it: in SQLite after a second, and in PostgreSQL after a minute",
    arguments: [
      (.sqlite, 0, false), (.sqlite, 999, false), (.sqlite, 1000, true), (.sqlite, -1, true),
      (.postgreSQL, 0, false), (.postgreSQL, 59_999, false), (.postgreSQL, 60_000, true), (.postgreSQL, -1, true),
    ] as [(Dialect, Int64, Bool)])
  func noticed(dialect: Dialect, after milliseconds: Int64, isWritten: Bool) async throws {
    let verified = try await verified(dialect, after: milliseconds)
    #expect(verified.session != nil && verified.isWritten == isWritten)
  }

  @Test("by another user is none", arguments: [Dialect.sqlite, .postgreSQL], [Int64(0), 600_000])
  func otherUser(dialect: Dialect, after milliseconds: Int64) async throws {
    let other = try await verified(dialect, after: milliseconds, by: .user(7))
    #expect(other.session == nil && !other.isWritten)
    #expect(try await verified(dialect, after: milliseconds, by: .user(1000)).session != nil)
  }
}
