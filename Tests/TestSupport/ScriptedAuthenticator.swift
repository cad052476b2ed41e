public import Identity
public import Secrets

/// Answers by its script, and hashes nothing.
public struct ScriptedAuthenticator: Authenticator {
  private let script: @Sendable (EmailAddress) async throws(StoreError) -> Authentication

  /// - Parameter script: Returns the answer for an email; the password is ignored.
  public init(_ script: @escaping @Sendable (EmailAddress) async throws(StoreError) -> Authentication) {
    self.script = script
  }

  /// The script's answer.
  public func authenticate(
    _ email: EmailAddress, _ password: SealedPassword
  ) async throws(StoreError) -> Authentication {
    try await script(email)
  }
}
