public import Identity
public import Secrets

/// Answers as its script says, and hashes nothing.
public struct ScriptedAuthenticator: Authenticator {
  private let script: @Sendable (EmailAddress) async throws(StoreError) -> Authentication

  /// - Parameter script: Its answer, given the email; the password is not looked at.
  public init(_ script: @escaping @Sendable (EmailAddress) async throws(StoreError) -> Authentication) {
    self.script = script
  }

  /// What the script says.
  public func authenticate(
    _ email: EmailAddress, _ password: SealedPassword
  ) async throws(StoreError) -> Authentication {
    try await script(email)
  }
}
