/// Shows a user the log of their own account. ``ReadAccountUseCase`` implements it; tests use a scripted one.
public protocol ReadingActivity: Sendable {
  /// Returns the newest attempts that match `search`, before `id` if it is given. Cancelling the task soon stops a
  /// search.
  nonisolated(nonsending) func page(
    of search: AttemptSearch, before id: AttemptID?
  ) async throws(StoreError) -> AttemptPage

  /// Returns the sign-in before the newest one, or nil if there was only one.
  nonisolated(nonsending) func previousSignIn() async throws(StoreError) -> PreviousSignIn?
}

/// Shows a user their own account.
public protocol ReadingAccount: ReadingActivity {
  /// Returns the account as it is now.
  nonisolated(nonsending) func overview() async throws(StoreError) -> AccountOverview
}

/// The account of a user who is signed in. Attempts of other emails are never shown, nor those before it was added.
public struct ReadAccountUseCase: ReadingAccount {
  /// The attempts on a page.
  private static let pageSize = 50

  private let store: any OwnerStore & AttemptLog
  private let owner: Owner

  /// The account of `owner` in a store.
  public init(_ store: any OwnerStore & AttemptLog, of owner: Owner) {
    (self.store, self.owner) = (store, owner)
  }

  @concurrent
  public func page(of search: AttemptSearch, before id: AttemptID?) async throws(StoreError) -> AttemptPage {
    try await store.page(of: AttemptQuery(member: owner, search: search), before: id, limit: Self.pageSize)
  }

  @concurrent
  public func previousSignIn() async throws(StoreError) -> PreviousSignIn? {
    try await store.previousSignIn(in: AttemptQuery(member: owner))
  }

  // The time since when it has a second step is in the log.
  @concurrent
  public func overview() async throws(StoreError) -> AccountOverview {
    var overview = try await store.overview(of: owner)
    guard overview.twoStep != nil else { return overview }
    let added = AttemptOutcome.change(.secondStepAdded)
    let page = try await store.page(
      of: AttemptQuery(member: owner, search: AttemptSearch(added.rawValue)), before: nil, limit: 10)
    overview.twoStep?.since = page.attempts.first { $0.outcome == added }?.time
    return overview
  }
}
