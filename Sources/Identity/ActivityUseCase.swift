/// Shows somebody their own attempts at signing in. ``ActivityUseCase`` is the one real implementation; tests script another.
public protocol ReadingActivity: Sendable {
  /// The newest attempts that hold `search`, or those before `id`. Cancelling the task stops a search soon.
  @concurrent
  func page(of search: AttemptSearch, before id: AttemptID?) async throws(StoreError) -> AttemptPage

  /// How many attempts came to nothing between the last two sign-ins.
  @concurrent
  func failuresBetweenSignIns() async throws(StoreError) -> Int
}

/// The attempts of one account, page by page.
public struct ActivityUseCase: ReadingActivity {
  private let attempts: any AttemptLog
  private let email: EmailAddress
  private let pageSize: Int

  /// - Parameters:
  ///   - attempts: The log.
  ///   - email: Whose attempts; nobody else's are ever shown.
  ///   - pageSize: Attempts of one page, at least 1.
  public init(attempts: any AttemptLog, of email: EmailAddress, pageSize: Int = 50) {
    self.attempts = attempts
    self.email = email
    self.pageSize = pageSize
  }

  @concurrent
  public func page(of search: AttemptSearch, before id: AttemptID?) async throws(StoreError) -> AttemptPage {
    try await attempts.page(of: AttemptQuery(email: email, search: search), before: id, limit: pageSize)
  }

  @concurrent
  public func failuresBetweenSignIns() async throws(StoreError) -> Int {
    try await attempts.failuresBetweenSignIns(of: email)
  }
}
