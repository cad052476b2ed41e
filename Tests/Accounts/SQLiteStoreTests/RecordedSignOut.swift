import Identity

@testable import SQLiteStore

extension SQLiteStore {
  /// Adds a row of an email, with or without an account.
  func recordSignOut(of email: EmailAddress, from source: AttemptSource) async throws {
    try await write { [clock] db in try db.log(.signedOut, of: email, from: source, at: clock.now()) }
  }
}
