/// What a store does for the owner of an account. Each operation compares them in its own transaction.
public protocol OwnerStore: Sendable {
  /// Returns the account of `owner`, without the time since when it has a second step.
  /// - Throws: ``ServiceFault/sessionEnded`` once they are no longer the owner.
  func overview(of owner: Owner) async throws(StoreError) -> AccountOverview

  /// Ends other sessions of the owner's account, never their own. In the same step they become one row of the
  /// ``AttemptLog``.
  /// - Returns: The number of those that had not expired; nil once they are no longer the owner.
  func endSessions(
    _ chosen: OtherSessions, of owner: Owner, from source: AttemptSource
  ) async throws(StoreError) -> Int?
}
