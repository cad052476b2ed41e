public import Secrets

/// Checks credentials, and nothing else: no counting, no logging, no session.
public protocol Authenticator: Sendable {
  /// Whether `password` opens the account of `email`. Costs the same work whether there is such an account or not.
  /// - Throws: when it could not be found out; then nobody is signed in.
  func authenticate(
    _ email: EmailAddress, _ password: SealedPassword
  ) async throws(StoreError) -> Authentication
}

/// The answer of an ``Authenticator``.
public enum Authentication: Sendable, Hashable {
  /// They are right, for this account as it was when its hash was read.
  case accepted(Account)
  /// Unknown email, wrong password or locked account: nobody is told which.
  case refused
}
