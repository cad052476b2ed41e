public import Secrets

/// Checks credentials, and nothing else: no counting, no logging, no session.
public protocol Authenticator: Sendable {
  /// Checks whether `password` opens the account of `email`. The work is the same whether the account exists or not.
  /// - Throws: The reason why it could not be checked. The user is then not signed in.
  func authenticate(
    _ email: EmailAddress, _ password: SealedPassword
  ) async throws(StoreError) -> Authentication
}

/// The answer of an ``Authenticator``.
public enum Authentication: Sendable, Hashable {
  /// The credentials are right, for this account as it was when its hash was read.
  case accepted(Account)
  /// Unknown email, wrong password or locked account. The user is never told which.
  case refused
}
