public import Identity
public import Secrets

extension KeeperClient {
  /// Returns the session of a token, or nil if the token is not valid. It becomes the session of this connection.
  public func verify(_ token: SecureToken) async throws(StoreError) -> Session? {
    guard case .verified(let session) = try await ask(nil, [.token(token)]).reply else { throw .keeper(.nonsense) }
    return session
  }

  /// Signs the owner out of this connection. Its session ends, and the log says so.
  public func signOut() async throws(StoreError) {
    guard case .done = try await ask(.signOut).reply else { throw .keeper(.nonsense) }
  }

  /// Ends the session of this connection, because it is of no use any more.
  public func endSession() async throws(StoreError) {
    guard case .done = try await ask(.endSession).reply else { throw .keeper(.nonsense) }
  }
}
