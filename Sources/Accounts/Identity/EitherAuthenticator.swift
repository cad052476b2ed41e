/// Proves emails by passwords of ours, and names by the provider that knows them.
public struct EitherAuthenticator: Authenticator {
  private let passwords: any Authenticator
  private let names: (any Authenticator)?

  /// - Parameter names: Proves names; nil where there are only emails.
  public init(passwords: any Authenticator, names: (any Authenticator)?) {
    self.passwords = passwords
    self.names = names
  }

  /// Begins the proof that the login needs.
  public func begin(_ claim: Claim) async throws(StoreError) -> any Proof {
    guard case .name = claim.login else { return try await passwords.begin(claim) }
    guard let names else { throw .service(.workerMissing) }
    return try await names.begin(claim)
  }
}
