import Identity
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// The emails and steps of the stories about faults.
enum Story {
  static let ann = email("ann@example.com")

  /// A person of their own, at a uid of their own: failures of others count for nothing there.
  static func person(_ number: Int) -> (email: EmailAddress, source: AttemptSource) {
    (
      email("p\(number + 100_000)@example.com"),
      AttemptSource(tty: "pts/1", uid: UInt32(number + 100_000), host: "here", program: "signin")
    )
  }

  /// The fault that `operation` ends with; nil if it succeeds.
  static func fault(_ operation: () async throws -> Void) async -> DatabaseFault? {
    do {
      try await operation()
      return nil
    } catch StoreError.database(let fault, _) {
      return fault
    } catch {
      Issue.record(error)
      return nil
    }
  }

  /// How long `operation` takes.
  static func time(_ operation: () async throws -> Void) async rethrows -> Duration {
    try await ContinuousClock().measure { try await operation() }
  }
}

extension PostgreSQLStore {
  /// Makes an attempt that fails.
  func fail(_ email: EmailAddress, from source: AttemptSource = .at("here")) async throws {
    let id = try await admit(email, from: source)
    guard case .refused = try await settle(id, as: .refused) else {
      Issue.record("a failure was not refused")
      return
    }
  }

  /// Signs in at an account that exists, and returns the session that the answer names.
  func signIn(_ email: EmailAddress, from source: AttemptSource, _ token: SecureToken) async throws -> Session? {
    guard case .admitted(let admission) = try await charge(email, from: source, under: Throttle()),
      let account = admission.account
    else { throw AttemptBlocked() }
    let opening = NewSession(token: token.digest, lifetime: SessionLifetime(), uid: nil)
    guard case .signedIn(let session) = try await settle(admission.attempt, as: .signedIn(account, opening: opening))
    else { return nil }
    return session
  }

  /// The outcomes on record for `email`, newest first.
  func outcomes(of email: EmailAddress) async throws -> [AttemptOutcome] {
    try await rows(of: email).map(\.outcome)
  }
}

/// Another session that holds a lock, and so makes others wait.
final class LockHolder {
  private let connection: ServerConnection

  /// Waits in the way of an attempt at `email`.
  convenience init(of email: EmailAddress, at place: PostgreSQLPlace) throws {
    try self.init("SELECT pg_advisory_xact_lock(\(Lock.email(email.key).number))", at: place)
  }

  /// Runs `sql` in a transaction that stays open.
  init(_ sql: String, at place: PostgreSQLPlace) throws {
    connection = try ServerConnection(to: place)
    _ = try connection.run(["BEGIN", Statement(sql: sql)], until: .now + .seconds(5))
  }

  /// Ends the transaction.
  func release() { _ = try? connection.run(["ROLLBACK"], until: .now + .seconds(5)) }
}
