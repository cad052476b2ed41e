/// Shows a user the log of their own account. ``ActivityUseCase`` implements it; tests use a scripted one.
public protocol ReadingActivity: Sendable {
  /// Returns the newest attempts that match `search`, before `id` if it is given. Cancelling the task soon stops a
  /// search.
  nonisolated(nonsending) func page(
    of search: AttemptSearch, before id: AttemptID?
  ) async throws(StoreError) -> AttemptPage

  /// Returns the sign-in before the newest one, or nil if there was only one.
  nonisolated(nonsending) func previousSignIn() async throws(StoreError) -> PreviousSignIn?
}

/// The attempts of one account, page by page.
public struct ActivityUseCase: ReadingActivity {
  private let attempts: any AttemptLog
  private let member: Owner
  private let pageSize: Int

  /// - Parameters:
  ///   - attempts: The log.
  ///   - member: The user. Attempts of other emails are never shown, nor those before their account was added.
  ///   - pageSize: The attempts on one page, at least 1.
  public init(attempts: any AttemptLog, of member: Owner, pageSize: Int = 50) {
    self.attempts = attempts
    self.member = member
    self.pageSize = pageSize
  }

  @concurrent
  public func page(of search: AttemptSearch, before id: AttemptID?) async throws(StoreError) -> AttemptPage {
    try await attempts.page(of: AttemptQuery(member: member, search: search), before: id, limit: pageSize)
  }

  @concurrent
  public func previousSignIn() async throws(StoreError) -> PreviousSignIn? {
    try await attempts.previousSignIn(in: AttemptQuery(member: member))
  }
}
