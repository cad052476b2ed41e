import Identity

@testable import SQLiteStore
import Store

extension SQLiteStore {
  /// Adds a row of an email, with or without an account.
  func recordSignOut(of email: EmailAddress, from source: AttemptSource) async throws {
    try await commit { try $0.log(.signedOut, of: email, from: source, at: $0.lock([])) }
  }
}
